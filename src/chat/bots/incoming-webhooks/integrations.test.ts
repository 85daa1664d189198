import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOf, readFixtures, webhookFolder } from '../../../../test/harness/webhook-fixtures.ts'
import { integrations } from './integrations.ts'
import { webhookOptions } from './webhook-options.ts'
import { translateFixture, writeGuide, writeGuideList } from './write-guide.ts'

const docs = join(import.meta.dirname, '../../../../docs/webhooks')
const all = [...integrations.values()]

it('every folder is registered, by its name', () => {
  const folders = readdirSync(webhookFolder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !['signatures', 'texts'].includes(entry.name),
  )
  expect(folders.map(({ name }) => name.replaceAll('-', '_')).sort()).toEqual([...integrations.keys()].sort())
})

it('the required services are there', () => {
  expect([...integrations.keys()]).toEqual(
    expect.arrayContaining(
      'helloworld json slack_incoming github gitlab jira sentry grafana alertmanager pagerduty stripe uptimerobot'.split(
        ' ',
      ),
    ),
  )
})

it('every option is known to some integration', () => {
  const known = new Set(all.flatMap(({ options }) => options))
  expect([...known].sort()).toEqual(Object.keys(webhookOptions).sort())
})

it('the list of guides is the one that is committed', () => {
  expect(readFileSync(join(docs, 'README.md'), 'utf8'), 'run `npm run openapi`').toBe(
    writeGuideList('', '.md'),
  )
})

describe.each(all.map((integration) => [integration.name, integration] as const))(
  '%s',
  (name, integration) => {
    it('has a translation and a test', () => {
      const file = join(folderOf(integration), `translate-${name.replaceAll('_', '-')}`)
      expect(existsSync(`${file}.ts`)).toBe(true)
      expect(existsSync(`${file}.test.ts`)).toBe(true)
    })

    it('lists all fixtures of its folder', async () => {
      const files = [...readFixtures(integration).values()]
      expect(files.length).toBeGreaterThanOrEqual(name === 'helloworld' ? 1 : 2)
      expect(await integration.fixtures()).toEqual(files)
    })

    it('makes a message of every fixture', async () => {
      for (const fixture of await integration.fixtures()) {
        const messages = translateFixture(integration, fixture)
        expect(messages.length, fixture.about).toBeGreaterThan(0)
        for (const { topic, content } of messages) {
          expect(topic.length).toBeGreaterThan(0)
          expect(content).not.toMatch(/undefined|null|\[object|NaN|function/)
        }
      }
    })

    it('has the committed guide', async () => {
      const guide = await writeGuide(integration, 'https://chat.example.com')
      expect(readFileSync(join(docs, `${name}.md`), 'utf8'), 'run `npm run openapi`').toBe(guide)
      expect(guide).toContain(
        `https://chat.example.com/api/v1/external/${name}?api_key=API_KEY&stream=STREAM`,
      )
      expect(guide).not.toContain('ADDRESS')
      for (const event of integration.events) expect(guide).toContain(`* \`${event}\``)
      for (const option of integration.options) expect(guide).toContain(`* \`${option}\`: `)
      for (const { about } of await integration.fixtures()) expect(guide).toContain(`### ${about}\n`)
    })
  },
)
