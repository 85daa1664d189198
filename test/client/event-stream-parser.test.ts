import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEventStreamParser } from '../../packages/client/src/stream-events.ts'

/** What comes of a text that arrives in these chunks. */
function parseAll(chunks: readonly string[]) {
  const parse = createEventStreamParser()
  return chunks.flatMap((chunk) => parse(chunk))
}

const message = (data: string) => ({ type: 'message', data })

describe('the parser of event streams', () => {
  it('reads events, and ignores what carries none', () => {
    const text = [
      'retry: 2000\n\n',
      ': a comment\n\n',
      'id: 0\ndata: {"id":0}\n\n',
      'event: end\ndata: {"reason":"replaced"}\n\n',
      'data:{"id":3}\n\n',
    ].join('')
    expect(parseAll([text])).toEqual([
      message('{"id":0}'),
      { type: 'end', data: '{"reason":"replaced"}' },
      message('{"id":3}'),
    ])
  })

  it('joins lines of data, and knows every line ending of the standard', () => {
    expect(parseAll(['data: a\r\ndata: b\r\n\r\ndata: c\r\rdata\n\n'])).toEqual([
      message('a\nb'),
      message('c'),
      message(''),
    ])
  })

  it('returns nothing of an event that is not complete', () => {
    expect(parseAll(['data: {"id":0}\n\ndata: {"id":1}\n'])).toEqual([message('{"id":0}')])
  })

  it('reads the same from chunks that are cut anywhere', () => {
    const line = fc.constantFrom('data: {"text":"ünï — 日本 🎉: x"}', 'event: end', 'id: 7', ': note', '', '')
    const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n'))).map((lines) => lines.flat().join(''))
    fc.assert(
      fc.property(text, fc.array(fc.nat(200)), (whole, cuts) => {
        const at = [...new Set(cuts.map((cut) => Math.min(cut, whole.length)))].sort((a, b) => a - b)
        const chunks = [0, ...at].map((start, index) => whole.slice(start, at[index]))
        expect(parseAll(chunks)).toEqual(parseAll([whole]))
      }),
    )
  })
})
