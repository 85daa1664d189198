import { describe, expect, it } from 'vitest'
import { parseSearch, searchText, suggestMeant } from '../../web/src/chat/search/parse-search.ts'
import { suggestSearch } from '../../web/src/chat/search/suggest-search.ts'

const names = {
  streams: [
    { id: 5, name: 'general' },
    { id: 6, name: 'Two words' },
  ],
  people: [
    { id: 1, name: 'Ada Lovelace', email: 'ada@example.com' },
    { id: 2, name: 'Ben Okri', email: 'ben@example.com' },
    { id: 3, name: 'Ben Okri', email: 'other-ben@example.com' },
  ],
}
const parse = (text: string) => parseSearch(text, names)

describe('a search that was typed', () => {
  it('has operators, words, phrases and what must not be', () => {
    expect(parse('stream:general sender:ada@example.com "exact words" more -is:starred')).toEqual([
      { operator: 'stream', operand: 5 },
      { operator: 'sender', operand: 'ada@example.com' },
      { operator: 'is', operand: 'starred', negated: true },
      { operator: 'search', operand: '"exact words" more' },
    ])
  })

  it('knows streams and people by their names', () => {
    expect(parse('stream:"two words"')).toEqual([{ operator: 'stream', operand: 6 }])
    expect(parse('stream:#general')).toEqual([{ operator: 'stream', operand: 5 }])
    expect(parse('sender:"Ada Lovelace"')).toEqual([{ operator: 'sender', operand: 'ada@example.com' }])
    expect(parse('dm:ada@example.com,ben@example.com')).toEqual([{ operator: 'dm', operand: [1, 2] }])
  })

  it('keeps what nobody is called, and a name that two people have', () => {
    expect(parse('stream:nowhere')).toEqual([{ operator: 'stream', operand: 'nowhere' }])
    expect(parse('sender:"Ben Okri"')).toEqual([{ operator: 'sender', operand: 'Ben Okri' }])
    expect(parse('dm:ada@example.com,nobody')).toEqual([
      { operator: 'dm', operand: 'ada@example.com,nobody' },
    ])
  })

  it('takes the older and newer names of operators', () => {
    expect(parse('channel:general subject:x from:ada@example.com pm-with:ada@example.com')).toEqual([
      { operator: 'stream', operand: 5 },
      { operator: 'topic', operand: 'x' },
      { operator: 'sender', operand: 'ada@example.com' },
      { operator: 'dm', operand: [1] },
    ])
    expect(parse('is:private has:links near:12')).toEqual([
      { operator: 'is', operand: 'dm' },
      { operator: 'has', operand: 'link' },
      { operator: 'near', operand: 12 },
    ])
  })

  it('looks for everything else as words', () => {
    expect(parse('12:30 http://example.com stream: a')).toEqual([
      { operator: 'search', operand: '12:30 http://example.com stream: a' },
    ])
    expect(parse('  ')).toEqual([])
    expect(parse('“curly quotes” "open')).toEqual([{ operator: 'search', operand: '"curly quotes" "open"' }])
    expect(parse('lunch -soup')).toEqual([
      { operator: 'search', operand: 'soup', negated: true },
      { operator: 'search', operand: 'lunch' },
    ])
  })

  it('comes back as the same text', () => {
    for (const text of [
      'stream:general topic:"two words" "a phrase" word',
      'topic:"with \\"quotes\\" and \\\\" lunch',
      '-is:starred -soup lunch',
      'dm:ada@example.com,ben@example.com has:link',
      'sender:ada@example.com near:7',
    ]) {
      expect(searchText(parse(text), names)).toBe(text)
    }
  })
})

describe('what is suggested', () => {
  const suggest = (text: string) =>
    suggestSearch(text, { ...names, topics: ['lunch', 'late lunch'] }).map((one) => one.text)

  it('completes operators, states, streams, people and topics', () => {
    expect(suggest('')).toContain('stream:')
    expect(suggest('hello st')).toContain('hello stream:')
    expect(suggest('stream:wor')).toEqual(['stream:"Two words"'])
    expect(suggest('sender:love')).toEqual(['sender:ada@example.com'])
    expect(suggest('stream:general topic:lun')).toEqual([
      'stream:general topic:lunch',
      'stream:general topic:"late lunch"',
    ])
    expect(suggest('-is:st')).toEqual(['-is:starred'])
    expect(suggest('has:')).toEqual(['has:link', 'has:image', 'has:attachment'])
    expect(suggest('dm:ada@example.com,other')).toEqual(['dm:ada@example.com,other-ben@example.com'])
  })

  it('offers to look for the words themselves first', () => {
    expect(suggest('ada')[0]).toBe('ada')
    expect(suggest('ada')).toContain('sender:ada@example.com')
    expect(suggest('near:12')).toEqual([])
  })
})

describe('names that are typed in part', () => {
  const more = {
    ...names,
    people: [...names.people, { id: 4, name: 'Cleo Vance', email: 'cleo@example.com' }],
  }
  it('mean the only one whose words begin like that', () => {
    expect(parseSearch('from:cleo in:gen', more)).toEqual([
      { operator: 'sender', operand: 'cleo@example.com' },
      { operator: 'stream', operand: 5 },
    ])
    expect(parseSearch('from:van', more)).toEqual([{ operator: 'sender', operand: 'cleo@example.com' }])
    expect(parseSearch('in:home', more)).toEqual([{ operator: 'in', operand: 'home' }])
    expect(suggestMeant('from:cleo in:gen soup', more)).toEqual([])
  })

  it('are asked about when several have them, wherever they are', () => {
    expect(suggestMeant('from:ben soup', names).map(({ text }) => text)).toEqual([
      'sender:ben@example.com soup',
      'sender:other-ben@example.com soup',
    ])
    expect(suggestMeant('soup -in:or', names).map(({ text }) => text)).toEqual(['soup -stream:"Two words"'])
    expect(suggestMeant('in:nowhere', names)).toEqual([])
  })
})

describe('days', () => {
  it('begin where the user is, and are shown as typed', () => {
    const [term] = parse('before:2026-01-31')
    expect(term).toEqual({ operator: 'before', operand: new Date(2026, 0, 31).toISOString() })
    expect(searchText([term!], names)).toBe('before:2026-01-31')
    const now = new Date()
    const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).toISOString()
    expect(parse('-after:yesterday')).toEqual([{ operator: 'after', operand: yesterday, negated: true }])
    expect(parse('after:2026-02-31')).toEqual([{ operator: 'after', operand: '2026-02-31' }])
  })
})
