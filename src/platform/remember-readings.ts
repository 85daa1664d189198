export interface Readings<Value> {
  /** What the text means. What cannot be read throws, or is undefined, and is not remembered. */
  read(text: string): Value
}

/** Clients send the same texts with every request (who they are, what they ask for): the last ones are read once. */
export function rememberReadings<Value>(
  /** Longer texts are seldom sent twice, and would only fill the memory. */
  { kept, longest }: { kept: number; longest: number },
  read: (text: string) => Value,
): Readings<Value> {
  const readings = new Map<string, Value>()
  return {
    read(text) {
      const before = readings.get(text)
      if (before !== undefined) return before
      const value = read(text)
      if (value === undefined || text.length > longest) return value
      if (readings.size >= kept) readings.delete(readings.keys().next().value!)
      readings.set(text, value)
      return value
    },
  }
}
