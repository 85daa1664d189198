import type { MattermostDirectory } from './mattermost-directory.ts'

/** Code stays as it is. */
const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g
const mention = /(?<![\w@/.])@([a-z0-9][a-z0-9._-]{0,63})/gi
const channel = /(?<![\w~])~([a-z0-9][a-z0-9_-]{0,63})/g

/** Mattermost's Markdown is ours except for mentions of people and links to channels. */
export function readMattermostText(text: string, directory: MattermostDirectory, team: string): string {
  let converted = ''
  let end = 0
  for (const match of text.matchAll(code)) {
    converted += readProse(text.slice(end, match.index), directory, team) + match[0]
    end = match.index + match[0].length
  }
  return converted + readProse(text.slice(end), directory, team)
}

function readProse(text: string, directory: MattermostDirectory, team: string): string {
  return text
    .replace(mention, (whole, name: string) => {
      if (/^(all|channel|here)$/i.test(name)) return '@**all**'
      // A dot or dash at the end may belong to the sentence.
      const plain = name.replace(/[._-]{1,64}$/, '')
      const person = directory.person(name) ?? directory.person(plain)
      if (!person) return whole
      const rest = directory.person(name) ? '' : name.slice(plain.length)
      return `@**${person.fullName}|${person.id}**${rest}`
    })
    .replace(channel, (whole, name: string) => {
      const stream = directory.stream(team, name)
      return stream ? `#**${stream.name}**` : whole
    })
}
