/** An entry of a table by a stranger's word, which may be the name of something that every object has. */
export function lookUp<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}
