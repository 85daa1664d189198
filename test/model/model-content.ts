import type { ModelChat, ModelMessage } from './model-chat.ts'

/** What the model needs to know of Markdown: the runner writes nothing else. */
const mention = /@\*\*([^*]+)\*\*/g

export const mentionsEveryone = (content: string) => content.includes('@**all**')

export const hasLink = (content: string) => content.includes('https://')

export function mentionedUsers(model: ModelChat, content: string): number[] {
  const names = [...content.matchAll(mention)].map((match) => match[1]!)
  return model.users.filter((user) => names.includes(user.name)).map((user) => user.id)
}

export function alertedUsers(model: ModelChat, content: string): number[] {
  const words = content.toLowerCase().split(/[^a-z0-9_]+/)
  return model.users
    .filter((user) => user.alertWords.some((word) => words.includes(word)))
    .map(({ id }) => id)
}

/** The HTML of a text without any markup; undefined: the model cannot tell. */
export const renderedContent = (content: string) =>
  /^[A-Za-z0-9 ]+$/.test(content) ? `<p>${content}</p>` : undefined

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

/** Every word of the search has to be there, a phrase in its order; a word of two letters or more may go on. */
export function matchesSearch(message: ModelMessage, query: string): boolean {
  const texts = [wordsOf(message.topic), wordsOf(message.content)]
  const terms = [...query.matchAll(/"([^"]+)"|(\S+)/g)]
  return terms.every(([, phrase, word]) => {
    const wanted = wordsOf(phrase ?? word!)
    const isOpen = phrase === undefined && wanted.at(-1)!.length >= 2
    return texts.some((words) => words.some((_, start) => matchesAt(words, start, wanted, isOpen)))
  })
}

function matchesAt(words: string[], start: number, wanted: string[], isOpen: boolean): boolean {
  return wanted.every((want, index) => {
    const word = words[start + index]
    if (word === undefined) return false
    return isOpen && index === wanted.length - 1 ? word.startsWith(want) : word === want
  })
}
