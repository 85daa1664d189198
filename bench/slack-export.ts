import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PEOPLE = 500
const CHANNELS = 50
const DAYS = 1000
const START = 1_500_000_000
const words =
  'the tide lamp harbour keeper boat storm signal radio chart morning evening ready check please deploy build server review'.split(
    ' ',
  )

/** An export in Slack's format, as a company of some size has it: a file for each channel and day. Always the same. */
export function writeSlackExport(folder: string, messages: number): void {
  let seed = 7
  const below = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * limit)
  }
  const put = (path: string, value: unknown) => writeFileSync(join(folder, path), JSON.stringify(value))
  const person = () => `U${below(PEOPLE)}`
  const users = Array.from({ length: PEOPLE }, (_, id) => ({
    id: `U${id}`,
    profile: { real_name: `Person ${id}`, email: `p${id}@example.com` },
    is_admin: id === 0,
  }))
  const channels = Array.from({ length: CHANNELS }, (_, id) => ({
    id: `C${id}`,
    name: `channel-${id}`,
    created: START,
    is_general: id === 0,
    members: users.filter((_, index) => id === 0 || (index * 7 + id) % 5 === 0).map((user) => user.id),
  }))
  put('users.json', users)
  put('channels.json', channels)
  const perFile = Math.ceil(messages / DAYS / CHANNELS)
  let left = messages
  for (const { name } of channels) {
    mkdirSync(join(folder, name))
    let thread = ''
    for (let day = 0; day < DAYS && left > 0; day += 1) {
      const list = Array.from({ length: Math.min(perFile, left) }, (_, index) => {
        const ts = `${START + day * 86_400 + index * 1000 + below(999)}.${String(below(1_000_000)).padStart(6, '0')}`
        const isThread = index === 0 && day % 3 === 0
        if (isThread) thread = ts
        const isReply = thread !== '' && below(4) === 0
        return {
          type: 'message',
          user: person(),
          text: textOf(below, person),
          ts,
          ...((isThread || isReply) && { thread_ts: thread }),
          ...(isThread && { reply_count: 5 }),
          ...(below(10) === 0 && { reactions: [{ name: '+1', users: [person(), person()] }] }),
        }
      })
      left -= list.length
      put(`${name}/${new Date((START + day * 86_400) * 1000).toISOString().slice(0, 10)}.json`, list)
    }
  }
}

/** Most messages are a plain sentence. */
function textOf(below: (limit: number) => number, person: () => string): string {
  const sentence = Array.from({ length: 4 + below(20) }, () => words[below(words.length)]).join(' ')
  const kinds = [
    `${sentence} <@${person()}>`,
    `${sentence} <https://example.com/${below(1_000_000)}|a link>`,
    `${sentence} *bold* and \`code\``,
    `${sentence}\n\`\`\`\nconst x = 1\nreturn x\n\`\`\``,
    Array(5).fill(sentence).join('. '),
  ]
  return kinds[below(20)] ?? sentence
}
