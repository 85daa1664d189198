import { encodeUrlComponent } from '../../markdown/is-safe-url.ts'
import type { Fixture, Integration, Translated } from './integration.ts'
import { integrations } from './integrations.ts'
import { Payload } from './payload.ts'
import { code } from './texts/markdown-parts.ts'
import { translateWebhook } from './translate-webhook.ts'
import { webhookOptions } from './webhook-options.ts'

/** The documentation of an integration in Markdown, from the files in its folder. `base`: the server's URL. */
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
    'In the URL, replace `API_KEY` with the key of the bot and `STREAM` with the name of the stream. Without `stream`, the owner of the bot gets the messages in private. With `topic`, all messages have this topic.',
    `Anyone who knows the URL can post as the bot, so keep it secret. If it leaks, give the bot a new key.${integration.signature ? '' : ' It is the only credential: this service does not sign its requests.'}`,
    ...signature(integration),
    ...options(integration),
    ...events(integration),
    '## Examples',
    ...examples,
  ]
  return `${parts.join('\n\n')}\n`
}

/** The list of all guides. Links start with `path` and end in `ending`. */
export function writeGuideList(path: string, ending: string): string {
  const rows = [...integrations.values()].map(
    ({ name, displayName, summary }) => `* [${displayName}](${path}${name}${ending}): ${summary}`,
  )
  return `${[
    '# Incoming webhooks',
    'For administrators and developers who connect other services to the chat.',
    'An incoming webhook bot turns the requests of other services into messages. These services are supported:',
    rows.join('\n'),
    'A valid request gets 200, even if a filter in the URL drops its message. Otherwise the response says what is wrong: 400 with the key that is missing in the payload (`INVALID_PAYLOAD`), the header that is missing (`MISSING_HTTP_EVENT_HEADER`) or the event that is unknown (`UNEXPECTED_WEBHOOK_EVENT_TYPE`); 401 for a key that does not belong to an incoming webhook bot. Most services show the responses to their requests.',
  ].join('\n\n')}\n`
}

/** The messages of a fixture, by the translation that also handles real requests. */
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
  return ['## Options', 'Add options to the URL, like `&topic=…`.', rows.join('\n')]
}

function signature({ name, displayName, signature: kind }: Integration): string[] {
  if (!kind) return []
  const own = kind.handshake
    ? `${displayName} brings a secret of its own, and the owner of the bot is told about it. While the bot has a secret, another one is refused: use a bot for each webhook. For a new webhook of the same bot, first remove the old secret in **Settings**, **Bots**, **Signatures**.`
    : `Give the bot the secret: the owner of the bot opens **Settings**, **Bots**, **Signatures**, and sets it for ${displayName}; programs call \`PUT /api/v1/bots/BOT_ID/signing_secrets/${name}\`. The secret is ${kind.secret}.`
  return [
    '## Signature',
    `${own} From then on, requests without a valid ${code(kind.header)} are refused, also if they have the right key.`,
  ]
}

function events({ events: names, excludeExample = names.slice(0, 1) }: Integration): string[] {
  if (names.length === 0) return []
  return [
    '## Events',
    names.map((name) => `* ${code(name)}`).join('\n'),
    `To leave some of them out, add for example ${code(`&exclude_events=${JSON.stringify(excludeExample)}`)} to the URL.`,
  ]
}

function example(integration: Integration, fixture: Fixture): string {
  const asked = Object.entries(fixture.options ?? {}).map(
    ([name, value]) =>
      `&${name}=${encodeUrlComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
  const note = asked.length === 0 ? [] : [`With \`${asked.join('')}\` in the URL:`]
  const messages = translateFixture(integration, fixture).map(({ topic, content }) => {
    const lines = content.split('\n').map((line) => `> ${line}`.trimEnd())
    return `Topic ${code(topic)}\n\n${lines.join('\n')}`
  })
  return [`### ${fixture.about}`, ...note, ...messages].join('\n\n')
}
