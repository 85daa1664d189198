import { encodeUrlComponent } from '../../../markdown/is-safe-url.ts'
import type { Integration } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { hmacSignature } from '../signatures/signature.ts'
import { lookUp } from '../texts/look-up.ts'
import { bullets, link } from '../texts/markdown-parts.ts'
import { matchesAny } from '../texts/match-wildcard.ts'
import { plain } from '../texts/plain-text.ts'

const verbs: Record<string, string> = {
  added: 'was added',
  removed: 'was removed',
  deleted: 'was deleted',
  undeleted: 'was restored',
}

/** Asana sends ids without names; the address shows any object by its id. */
function named(item: Payload): string {
  const [id, kind] = [item.label('gid'), item.text('resource_type')]
  const name = item.optionalText('name') ?? id
  return `${plain(kind.replaceAll('_', ' '), 40)} ${link(name, `https://app.asana.com/0/0/${encodeUrlComponent(id.slice(0, 40))}`)}`
}

/** Undefined for what says nothing by itself: every change also adds a story to the task, and sections repeat projects. */
function describe(event: Payload): string | undefined {
  const resource = event.object('resource')
  const parent = event.optionalObject('parent')
  const kind = resource.text('resource_type')
  const action = event.text('action')
  if (kind === 'story') {
    const isComment = resource.optionalText('resource_subtype') === 'comment_added' && action === 'added'
    return isComment && parent ? `Somebody commented on ${named(parent)}` : undefined
  }
  if (parent?.text('resource_type') === 'section') return undefined
  if (action === 'changed') {
    const field = event.optionalObject('change')?.text('field')
    if (field === undefined) return `${capital(named(resource))} was changed`
    return `${capital(named(resource))}: ${plain(field.replaceAll('_', ' '))} was changed`
  }
  const place =
    parent && (action === 'added' || action === 'removed') ? ` ${where(action)} ${named(parent)}` : ''
  return `${capital(named(resource))} ${lookUp(verbs, action) ?? plain(action)}${place}`
}

const where = (action: string) => (action === 'added' ? 'to' : 'from')

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const asana: Integration = {
  name: 'asana',
  displayName: 'Asana',
  summary: 'Tasks that are added, changed, completed and deleted, and comments, with links.',
  setup: [
    'In Asana, create a personal access token at <https://app.asana.com/0/my-apps>.',
    'Create the webhook. `PROJECT` is the number in the address of the project:\n\n```\ncurl https://app.asana.com/api/1.0/webhooks -H "Authorization: Bearer TOKEN" -d "resource=PROJECT" --data-urlencode "target=ADDRESS"\n```',
    'Asana calls the address at once and brings a secret. Asana sends no names of tasks and people, so messages have links instead.',
  ],
  events: ['task', 'story', 'project', 'section'],
  options: ['only_events', 'exclude_events'],
  excludeExample: ['task.changed'],
  signature: hmacSignature({
    header: 'X-Hook-Signature',
    handshake: 'X-Hook-Secret',
    secret: 'brought by Asana',
  }),
  translate(payload, { options: { only_events: only, exclude_events: exclude } }) {
    const wanted = payload.list('events').filter((event) => {
      const kind = event.text('resource.resource_type')
      const names = [kind, `${kind}.${event.text('action')}`]
      const isWanted = !only || names.some((name) => matchesAny(name, only))
      return isWanted && !(exclude && names.some((name) => matchesAny(name, exclude)))
    })
    const sentences = [...new Set(wanted.flatMap((event) => describe(event) ?? []))]
    if (sentences.length === 0) return undefined
    return {
      topic: 'Asana',
      content: sentences.length === 1 ? sentences[0]! : bullets(sentences, (one) => one),
    }
  },
  fixtures: async () => (await import('./asana-fixtures.ts')).asanaFixtures,
}
