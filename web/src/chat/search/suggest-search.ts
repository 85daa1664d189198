import { typedDay } from './search-date.ts'
import { begins, type SearchNames } from './search-names.ts'
import { quoted, splitSearch, unquoted } from './search-words.ts'

export interface Suggestion {
  /** The text of the field after choosing it. */
  text: string
  kind: 'operator' | 'stream' | 'topic' | 'person' | 'state' | 'date' | 'words'
  /** operator: its name; stream, topic, person: the name; state: `is:unread`; date: the day */
  value: string
  operator: string
  negated: boolean
  /** Whether it is complete: choosing it searches, while others wait for the rest. */
  complete: boolean
}

export interface SearchKnowledge extends SearchNames {
  /** Topics of the stream that the search names, or of the open one. */
  topics: readonly string[]
}

const OPERATORS = ['stream', 'topic', 'sender', 'dm', 'is', 'has', 'before', 'after', 'near'] as const
const STATES = ['is:unread', 'is:starred', 'is:mentioned', 'is:dm', 'has:link', 'has:image', 'has:attachment']
const MAX_COUNT = 8
const MAX_OF_A_KIND = 4

/** Suggestions for the word that is being typed. */
export function suggestSearch(text: string, known: SearchKnowledge): Suggestion[] {
  const words = splitSearch(text)
  const last = /\s$/.test(text) ? undefined : words.at(-1)
  const before = text.slice(0, last?.start ?? text.length)
  const typed = last?.text ?? ''
  const negated = typed.startsWith('-')
  const word = negated ? typed.slice(1) : typed
  const make = (part: Omit<Suggestion, 'text' | 'negated'>, written: string): Suggestion => ({
    ...part,
    negated,
    text: `${before}${negated ? '-' : ''}${written}`,
  })
  const colon = word.indexOf(':')
  if (colon > 0) return operands(word.slice(0, colon), unquoted(word.slice(colon + 1)), known, make)
  const states = STATES.filter((state) => starts(state.split(':')[1]!, word) || starts(state, word))
  return [
    ...(text.trim() === '' || word === '' || negated ? [] : [allWords(text, make)]),
    ...OPERATORS.filter((name) => starts(name, word)).map((name) =>
      make({ kind: 'operator', value: name, operator: name, complete: false }, `${name}:`),
    ),
    ...states.map((state) => stateOf(state, make)),
    ...(word.length < 2
      ? []
      : [...operands('stream', word, known, make), ...operands('sender', word, known, make)]),
  ].slice(0, MAX_COUNT)
}

type Make = (part: Omit<Suggestion, 'text' | 'negated'>, written: string) => Suggestion

function allWords(text: string, make: Make): Suggestion {
  return { ...make({ kind: 'words', value: text.trim(), operator: '', complete: true }, ''), text }
}

function stateOf(state: string, make: Make): Suggestion {
  return make({ kind: 'state', value: state, operator: state.split(':')[0]!, complete: true }, state)
}

function operands(operator: string, query: string, known: SearchKnowledge, make: Make): Suggestion[] {
  switch (operator.toLowerCase()) {
    case 'before':
    case 'after':
      return days(operator.toLowerCase(), query, make)
    case 'stream':
    case 'channel':
    case 'in':
      return known.streams
        .filter(({ name }) => begins(name, query.replace(/^#/, '')))
        .slice(0, MAX_OF_A_KIND)
        .map(({ name }) =>
          make({ kind: 'stream', value: name, operator: 'stream', complete: true }, `stream:${quoted(name)}`),
        )
    case 'topic':
      return known.topics
        .filter((topic) => begins(topic, query))
        .slice(0, MAX_COUNT)
        .map((topic) =>
          make({ kind: 'topic', value: topic, operator: 'topic', complete: true }, `topic:${quoted(topic)}`),
        )
    case 'sender':
    case 'from':
      return peopleOf('sender', '', query, known, make)
    case 'dm':
    case 'pm-with': {
      // Several people are written with commas between them.
      const at = query.lastIndexOf(',') + 1
      return peopleOf('dm', query.slice(0, at), query.slice(at).trim(), known, make)
    }
    case 'is':
    case 'has':
      return STATES.filter((state) => starts(state, `${operator.toLowerCase()}:${query}`)).map((state) =>
        stateOf(state, make),
      )
    default:
      return []
  }
}

/** Today, yesterday, a week and a month ago. */
function days(operator: string, query: string, make: Make): Suggestion[] {
  const now = new Date()
  return [0, 1, 7, 30]
    .map((ago) => typedDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago)))
    .filter((day) => starts(day, query))
    .map((day) => make({ kind: 'date', value: day, operator, complete: true }, `${operator}:${day}`))
}

function peopleOf(operator: string, before: string, query: string, known: SearchKnowledge, make: Make) {
  return known.people
    .filter(({ name, email }) => begins(name, query) || starts(email, query))
    .slice(0, MAX_OF_A_KIND)
    .map(({ name, email }) =>
      make(
        { kind: 'person', value: name, operator, complete: true },
        `${operator}:${quoted(`${before}${email}`)}`,
      ),
    )
}

const starts = (text: string, query: string) => text.toLowerCase().startsWith(query.toLowerCase())
