import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exampleContext } from '../../../../test/harness/example-markdown-context.ts'
import { ChatError } from '../../chat-error.ts'
import { renderFully } from '../../markdown/render-markdown.ts'
import type { Fixture, Translated } from './integration.ts'
import { integrations } from './integrations.ts'
import { translateFixture } from './write-guide.ts'

/** The sender of these writes the whole message and may mention people, but not everyone at once. */
const written = new Set(['json', 'slack_incoming', 'zapier', 'ifttt'])

const odd = [undefined, true, null, -1, ' \ud800', [], [{}], 'y'.repeat(20_000)]

const evil =
  '@**all** @**King Hamlet** @*devs* [x](javascript:alert(1)) ![i](data:x) **b** `c` ~~~\n```\n> q\n# h <b> $$x$$ \\'

describe.each([...integrations.values()].map((item) => [item.name, item] as const))(
  '%s',
  (name, integration) => {
    const messagesOf = (fixture: Fixture): Translated[] => {
      try {
        return translateFixture(integration, fixture)
      } catch (error) {
        if (error instanceof ChatError && error.status === 400) return []
        throw error
      }
    }

    it('each key deleted or replaced: a message, or a complaint', async () => {
      for (const fixture of await integration.fixtures()) {
        const ordinary = JSON.stringify(messagesOf(fixture))
        for (const path of pathsOf(fixture.body)) {
          const outcomes = ([value, ...others]: readonly unknown[]): void => {
            const messages = messagesOf({ ...fixture, body: withValue(fixture.body, path, value) })
            check(messages)
            // A value that makes no difference, whether absent or odd, is not read at all.
            const unread = others.length === odd.length - 2 && JSON.stringify(messages) === ordinary
            if (others.length > 0 && !unread) outcomes(others)
          }
          outcomes(odd)
        }
      }
    })

    it('each text replaced by Markdown: nobody is mentioned, nothing dangerous linked', async () => {
      for (const fixture of await integration.fixtures()) {
        for (const path of pathsOf(fixture.body)) {
          const body = withValue(fixture.body, path, evil)
          for (const { content } of messagesOf({ ...fixture, body })) {
            const { html, ...facts } = renderFully(content, { ...exampleContext, linkifiers: [] })
            const mentions = [...facts.mentionedUserIds, ...facts.mentionedGroupIds]
            if (facts.mentionsEveryone || (mentions.length > 0 && !written.has(name))) {
              throw new Error(`${path.join('.')} mentions: ${content}`)
            }
            if (/href="(?:javascript|data)/.test(html)) throw new Error(content)
          }
        }
      }
    })

    it('a missing key is named by its path', async () => {
      const [fixture] = await integration.fixtures()
      if (['json', 'slack_incoming'].includes(name)) return
      try {
        translateFixture(integration, { ...fixture!, body: {} })
        expect.unreachable()
      } catch (error) {
        expect(error).toMatchObject({ status: 400, code: expect.stringMatching(/^INVALID_PAYLOAD$/) })
        expect((error as ChatError).extra.var_name).toMatch(/^[a-zA-Z_.]+$/)
      }
    })

    it('anything else: a message, or a complaint', async () => {
      const fixtures = await integration.fixtures()
      fc.assert(
        fc.property(fc.constantFrom(...fixtures), fc.jsonValue({ maxDepth: 5 }), (fixture, body) => {
          check(messagesOf({ ...fixture, body }))
        }),
        { numRuns: 100 },
      )
      fc.assert(
        fc.property(
          fc.constantFrom(...fixtures),
          fc.array(fc.tuple(fc.nat(), fc.jsonValue({ maxDepth: 2 })), { minLength: 1, maxLength: 6 }),
          (fixture, changes) => {
            let { body } = fixture
            for (const [at, value] of changes) {
              const paths = [...pathsOf(body)]
              if (paths.length > 0) body = withValue(body, paths[at % paths.length]!, value)
            }
            check(messagesOf({ ...fixture, body }))
          },
        ),
        { numRuns: 150 },
      )
    })

    it('deep and long payloads are translated or refused', async () => {
      let deep: unknown = {}
      for (let level = 0; level < 50_000; level++) deep = [deep]
      const long = Array.from({ length: 200_000 }, (_, index) => index)
      const [fixture] = await integration.fixtures()
      for (const value of [deep, long]) {
        check(messagesOf({ ...fixture!, body: value }))
        for (const path of pathsOf(fixture!.body)) {
          if (path.length < 4) check(messagesOf({ ...fixture!, body: withValue(fixture!.body, path, value) }))
        }
      }
    })
  },
)

/** Called too often for the test framework's matchers. */
function check(messages: Translated[]): void {
  const good = messages.every(
    ({ topic, content }) =>
      topic.trim() !== '' &&
      [...topic].length <= 60 &&
      content.trim() !== '' &&
      Buffer.byteLength(content) <= 10_000,
  )
  if (!good || messages.length > 20) throw new Error(JSON.stringify(messages))
}

type Path = readonly string[]

function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    yield [...path, key]
    yield* pathsOf(inner, [...path, key])
  }
}

/** A copy with another value at the path; undefined deletes it. */
function withValue(target: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const inner = withValue((target as Record<string, unknown>)[key], rest, value)
  if (Array.isArray(target)) return target.map((item, index) => (String(index) === key ? inner : item))
  const { [key]: _old, ...others } = target as Record<string, unknown>
  return inner === undefined ? others : { ...others, [key]: inner }
}
