import { encodeUrlComponent } from '../../markdown/encode-url-component.ts'
import { code } from '../webhook-texts/markdown-parts.ts'
import type { Fixture, Integration, Translated } from './integration.ts'
import { integrations } from './integrations.ts'
import { Payload } from './payload.ts'
import { translateWebhook } from './translate-webhook.ts'
import { webhookOptions } from './webhook-options.ts'

/** The documentation of an integration in Markdown, from what its folder holds. `base`: where the server is. */
export async function writeGuide(integration: Integration, base: string): Promise<string> {
  const examples = (await integration.fixtures()).map((fixture) => example(integration, fixture))
  const parts = [
    `# ${integration.displayName}`,
    integration.summary,
    '## Set up',
    'You need an incoming webhook bot and its API key, and a stream for the messages.',
    integration.setup
      .map((step, index) => listItem(`${index + 1}.`, step, address(integration, base)))
      .join('\n'),
    'In the address, put the key of the bot in place of `API_KEY` and the name of the stream in place of `STREAM`. Without `stream` the messages go to the owner of the bot, in private. With `topic` all of them have this topic.',
    'Whoever knows the address can write as the bot, so keep it secret. It is the credential: signatures and tokens that a service may send besides are not checked. If the address gets out, give the bot a new key.',
    ...options(integration),
    ...events(integration),
    '## Examples',
    ...examples,
  ]
  return `${parts.join('\n\n')}\n`
}

/** All of them, with links below `path`, which end in `ending`. */
export function writeGuideList(path: string, ending: string): string {
  const rows = [...integrations.values()].map(
    ({ name, displayName, summary }) => `* [${displayName}](${path}${name}${ending}): ${summary}`,
  )
  return `${[
    '# Incoming webhooks',
    'An incoming webhook bot turns what other services send into messages. These services are understood:',
    rows.join('\n'),
    'A call answers 200 when it is understood, also if it makes no message because the address filters it out. Otherwise its answer says what is wrong: 400 with the key that the payload lacks (`INVALID_PAYLOAD`), with the header that is missing (`MISSING_HTTP_EVENT_HEADER`) or with the event that is not known (`UNEXPECTED_WEBHOOK_EVENT_TYPE`); 401 for a key that is not an incoming webhook bot’s. Most services show the answers to their calls.',
  ].join('\n\n')}\n`
}

/** What a fixture becomes, by the translation that also serves real calls. */
export function translateFixture(integration: Integration, fixture: Fixture): Translated[] {
  const headers = Object.entries(fixture.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])
  return translateWebhook(integration, new Payload(fixture.body), {
    headers: Object.fromEntries(headers),
    options: fixture.options ?? {},
  })
}

const address = ({ name }: Integration, base: string) =>
  `${base}/api/v1/external/${name}?api_key=API_KEY&stream=STREAM`

const listItem = (mark: string, text: string, url: string) =>
  `${mark} ${text.replaceAll('ADDRESS', url).replace(/\n(?!\n)/g, '\n   ')}`

function options(integration: Integration): string[] {
  if (integration.options.length === 0) return []
  const rows = integration.options.map((name) => `* \`${name}\`: ${webhookOptions[name].description}`)
  return ['## Options', 'They are added to the address, like `&topic=…`.', rows.join('\n')]
}

function events({ events: names, excludeExample = names.slice(0, 1) }: Integration): string[] {
  if (names.length === 0) return []
  return [
    '## Events',
    names.map((name) => `* ${code(name)}`).join('\n'),
    `Whoever does not want to read about some of them adds for example ${code(`&exclude_events=${JSON.stringify(excludeExample)}`)} to the address.`,
  ]
}

function example(integration: Integration, fixture: Fixture): string {
  const asked = Object.entries(fixture.options ?? {}).map(
    ([name, value]) =>
      `&${name}=${encodeUrlComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
  const note = asked.length === 0 ? [] : [`With \`${asked.join('')}\` in the address:`]
  const messages = translateFixture(integration, fixture).map(({ topic, content }) => {
    const lines = content.split('\n').map((line) => `> ${line}`.trimEnd())
    return `Topic ${code(topic)}\n\n${lines.join('\n')}`
  })
  return [`### ${fixture.about}`, ...note, ...messages].join('\n\n')
}
