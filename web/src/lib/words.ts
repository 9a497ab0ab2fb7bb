// Names of things in addresses, as people read them.

/** `belgian-daisy` → `Belgian daisy`. */
export function spelledOut(name: string): string {
  const words = name.replace(/[-_]+/g, ' ');
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
