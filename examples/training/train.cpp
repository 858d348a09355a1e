// Trains a model on a data set, saves it, and says how good it is.
//
//   train KNOWLEDGE DATA MODEL
#include <kenn/kenn.h>

#include <exception>
#include <iostream>

int main(int count, char** arguments) {
  if (count != 4) {
    std::cerr << "usage: train KNOWLEDGE DATA MODEL\n";
    return 2;
  }
  try {
    const auto knowledge = kenn::Knowledge::from_file(arguments[1]);
    const auto data = kenn::Dataset::open(arguments[2], knowledge);
    kenn::Training training(knowledge, data, {.epochs = 50, .layers = 2});
    kenn::Model model = training.run([](const kenn::TrainProgress& now) {
      if (now.epoch.number % 25 == 0)
        std::cout << "epoch " << now.epoch.number << " loss " << now.epoch.loss << "\n";
      return true;  // false stops the training
    });
    model.save(arguments[3]);
    const kenn::SplitAccuracy accuracy = kenn::Model::load(arguments[3]).evaluate(data);
    std::cout << "accuracy on " << accuracy.labels << " test labels: network " << accuracy.network
              << ", with rules " << accuracy.rules << "\n";
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
