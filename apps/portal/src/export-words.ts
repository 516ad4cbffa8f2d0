/** The sentence that ends a file whose list was cut; undefined for a complete one. `end`: the last characters of the file. */
export function cutWords(end: string): string | undefined {
  return /\r\n"?(Cut off after [^"\r]+?)"?,*\r\n$/.exec(end)?.[1];
}
