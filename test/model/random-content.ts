import type { ModelChat, ModelUser } from './model-chat.ts'
import type { SeededRandom } from './seeded-random.ts'

export const topics = ['lunch', 'Lunch', 'plans', 'release', '✔ plans', 'a b c']

/** `urgent` and `coffee` are somebody's alert words. */
export const words = ['apple', 'apricot', 'river', 'stone', 'urgent', 'coffee', 'window', 'bridge']

export const emojis = ['tada', 'heart', 'smile']

export const emails = (model: ModelChat) => model.users.map((user) => user.email)

/** Plain words mostly; the Markdown in it is what the model understands (see model-content.ts). */
export function randomContent(model: ModelChat, random: SeededRandom): string {
  const text = Array.from({ length: 1 + random.below(4) }, () => random.pick(words)).join(' ')
  return random.weighted([
    [8, text],
    [2, `${text} @**${random.pick(model.users).name}**`],
    [1, `@**all** ${text}`],
    [1, `${text} https://example.com/${random.pick(words)}`],
  ])
}

export const randomUser = (model: ModelChat, random: SeededRandom): ModelUser => random.pick(model.users)
