// Elements of the page. Names come from users' files: they become text nodes and attributes, never markup.

// What has no place on a screen (control characters, marks that reorder text) becomes U+FFFD; line ends and tabs stay.
export function visible(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, "\ufffd");
}

export type Child = Node | string | undefined;

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag, attributes: Record<string, string> = {}, ...children: Child[]): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, visible(value));
  for (const child of children) {
    if (child !== undefined) made.append(typeof child === "string" ? visible(child) : child);
  }
  return made;
}
