/** An event of a `text/event-stream`. Its id is left out: our events carry theirs in the data. */
export interface StreamedEvent {
  type: string
  data: string
}

/**
 * Parses a `text/event-stream` as the HTML standard defines it. Takes the text in chunks of any size and returns the
 * events that each chunk completes.
 */
export function createEventStreamParser(): (chunk: string) => StreamedEvent[] {
  let rest = ''
  let type = ''
  let data: string[] = []

  function readLine(line: string): StreamedEvent | undefined {
    if (line === '') {
      const event = data.length > 0 ? { type: type || 'message', data: data.join('\n') } : undefined
      type = ''
      data = []
      return event
    }
    const [, name, value] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!
    if (name === 'event') type = value ?? ''
    if (name === 'data') data.push(value ?? '')
    return undefined
  }

  return (chunk) => {
    // A \r at the end may be the first half of a line ending, so it waits for the next chunk.
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()!
    return lines.map(readLine).filter((event) => event !== undefined)
  }
}
