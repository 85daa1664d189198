import { readInPieces } from './read-in-pieces.ts'

export interface NumberedLine {
  number: number
  line: string
}

const LINE_FEED = 10

/**
 * The lines of a text file, without empty ones, some at a time. Only line feeds end a line: unlike node:readline, which
 * also takes other characters that JSON may contain as they are.
 */
export async function* readLines(path: string): AsyncGenerator<NumberedLine[]> {
  let number = 0
  let rest: Buffer[] = []
  for await (const piece of readInPieces(path)) {
    const lines: NumberedLine[] = []
    let start = 0
    for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED, start)) {
      number += 1
      const line = textOf(rest, piece.subarray(start, end))
      if (line !== '') lines.push({ number, line })
      rest = []
      start = end + 1
    }
    if (start < piece.length) rest.push(piece.subarray(start))
    if (lines.length > 0) yield lines
  }
  const line = textOf(rest, Buffer.alloc(0))
  if (line !== '') yield [{ number: number + 1, line }]
}

const textOf = (before: readonly Buffer[], last: Buffer) =>
  (before.length === 0 ? last : Buffer.concat([...before, last])).toString('utf8').trim()
