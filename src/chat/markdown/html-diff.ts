import { diffArrays } from 'diff'

/** For many pairs, such as all versions of a message. They share the time limit of one. */
export function htmlDiffs(pairs: readonly (readonly [before: string, after: string])[]): string[] {
  const latest = performance.now() + MAX_MILLISECONDS
  return pairs.map(([before, after]) => htmlDiff(before, after, Math.max(latest - performance.now(), 0)))
}

/** Well below the thread's deadline. */
const MAX_MILLISECONDS = 250

/** Marks in the structure of `after` which words were added, and which words of `before` were removed. */
export function htmlDiff(before: string, after: string, timeout = MAX_MILLISECONDS): string {
  const oldTokens = tokenize(before)
  const newTokens = tokenize(after)
  const changes = diffArrays(oldTokens, newTokens, { maxEditLength, timeout }) ?? [
    { value: oldTokens, added: false, removed: true },
    { value: newTokens, added: true, removed: false },
  ]
  const output = new DiffOutput()
  for (const { value, added, removed } of changes) {
    if (removed) output.remove(value)
    else if (added) output.insert(value)
    else output.keep(value)
  }
  return output.finish()
}

const maxEditLength = 500
const tokenPattern = /<[^<>]*>|&#?\w+;|\s+|[\p{L}\p{N}\p{M}_]+|./gsu
const tagPattern = /^<(\/?)([a-z][a-z0-9]*)(?:[^a-z0-9<>][^<>]*)?>$/i
const voidTags = new Set(['br', 'hr', 'img'])
// Browsers would move text directly inside of these elements elsewhere.
const textless = new Set(['table', 'thead', 'tbody', 'tr', 'ul', 'ol'])

function tokenize(html: string): string[] {
  return (html.match(tokenPattern) ?? []).map((token) => (token === '<' ? '&lt;' : token))
}

class DiffOutput {
  private html = ''
  private readonly open: string[] = []
  private waiting = ''

  keep(tokens: readonly string[]): void {
    for (const token of tokens) this.append(token)
  }

  insert(tokens: readonly string[]): void {
    let run = ''
    for (const token of tokens) {
      if (!token.startsWith('<')) {
        run += token
        continue
      }
      this.appendInserted(run)
      run = ''
      this.append(token)
    }
    this.appendInserted(run)
  }

  remove(tokens: readonly string[]): void {
    this.waiting += tokens.map((token) => (token.startsWith('<') ? '' : token)).join('')
    this.flushRemoved()
  }

  finish(): string {
    this.flushRemoved()
    return this.html
  }

  private append(token: string): void {
    const tag = tagPattern.exec(token)
    if (!tag) {
      this.html += token
      return
    }
    const [, slash, name = ''] = tag
    this.html += token
    if (slash) this.open.pop()
    else if (!voidTags.has(name)) this.open.push(name)
    this.flushRemoved()
  }

  private appendInserted(text: string): void {
    if (text.trim() === '') this.html += text
    else this.html += `<span class="highlight_text_inserted">${text}</span>`
  }

  private flushRemoved(): void {
    if (this.waiting === '' || textless.has(this.open.at(-1) ?? '')) return
    if (this.waiting.trim() !== '') this.html += `<span class="highlight_text_deleted">${this.waiting}</span>`
    this.waiting = ''
  }
}
