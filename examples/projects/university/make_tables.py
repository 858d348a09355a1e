"""Writes synthetic tables: students, courses, and who attends what. 90 % of the attended courses are of the student's field."""

import pathlib
import random

random.seed(5)
folder = pathlib.Path("tables")
folder.mkdir(exist_ok=True)


def write(name, header, rows):
    (folder / name).write_text("".join(",".join(map(str, row)) + "\n" for row in [header, *rows]))


def split():
    return random.choices(["train", "valid", "test"], [3, 1, 4])[0]


def feature(is_science, noise):
    return f"{(1 if is_science else -1) + random.gauss(0, noise):.2f}"


students = [random.random() < 0.5 for _ in range(400)]
courses = [random.random() < 0.5 for _ in range(80)]
write("Student.csv", ["id", "label", "split", "numbers"],
      [[f"s{i}", "Science" if field else "Arts", split(), feature(field, 1.5)] for i, field in enumerate(students)])
write("Course.csv", ["id", "label", "split", "laboratory"],
      [[f"c{i}", "ScienceCourse" if field else "ArtsCourse", split(), feature(field, 1.5)] for i, field in enumerate(courses)])
pairs = set()
for i, field in enumerate(students):
    for _ in range(4):
        is_own = random.random() < 0.9
        pairs.add((i, random.choice([j for j, other in enumerate(courses) if (other == field) == is_own])))
write("Attends.csv", ["student", "course"], [[f"s{i}", f"c{j}"] for i, j in sorted(pairs)])
