import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JsonItem, JsonScanner } from './json-scanner.ts'

function scan(text: string, piece: number, isWanted: (list: string) => boolean = () => true) {
  const scanner = new JsonScanner(isWanted)
  const bytes = Buffer.from(text)
  const items: JsonItem[] = []
  for (let at = 0; at < bytes.length; at += piece) items.push(...scanner.scan(bytes.subarray(at, at + piece)))
  return { items, isComplete: scanner.isComplete }
}

describe('items of lists in large JSON files', () => {
  it('are those of JSON.parse, however the text is cut', () => {
    const lists = fc.dictionary(fc.string(), fc.oneof(fc.array(fc.jsonValue()), fc.string(), fc.integer()))
    fc.assert(
      fc.property(
        lists,
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom(undefined, 2),
        (value, piece, indent) => {
          const expected = Object.entries(value).flatMap(([list, items]) =>
            Array.isArray(items)
              ? items.map((item, index) => ({ list, number: index + 1, value: item }))
              : [],
          )
          const text = JSON.stringify(value, null, indent)
          expect(scan(text, piece)).toEqual({ items: JSON.parse(JSON.stringify(expected)), isComplete: true })
        },
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 50 }), (value, piece) => {
        const { items } = scan(JSON.stringify(value), piece)
        expect(items.map((item) => item.value)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('leaves out lists that are not wanted', () => {
    const text = '{"a": [1, 2], "n": {"b": [3]}, "b": [{"x": [4]}], "c": 5}'
    expect(scan(text, 7, (list) => list === 'b').items).toEqual([{ list: 'b', number: 1, value: { x: [4] } }])
  })

  it('notices what is not JSON', () => {
    expect(() => scan('[1, x]', 100)).toThrow('item 2 is not JSON')
    expect(() => scan('{"a": [1]} {"a": [2]}', 100)).toThrow('there is something after its end')
    expect(scan('[1, [2, 3]', 100).isComplete).toBe(false)
    expect(scan('', 1).isComplete).toBe(false)
  })
})
