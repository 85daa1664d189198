import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fixture, Integration } from '../../src/chat/bots/incoming-webhooks/integration.ts'
import { translateFixture } from '../../src/chat/bots/incoming-webhooks/write-guide.ts'

export const webhookFolder = join(import.meta.dirname, '../../src/chat/bots/incoming-webhooks')

export const folderOf = ({ name }: Integration) => join(webhookFolder, name.replaceAll('_', '-'))

/** The files of an integration's fixtures, by name without the ending. */
export function readFixtures(integration: Integration): Map<string, Fixture> {
  const folder = join(folderOf(integration), 'fixtures')
  const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''))
  return new Map(
    names.sort().map((name) => [name, JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))]),
  )
}

export interface FixtureChange {
  headers?: Record<string, string>
  options?: Fixture['options']
  /** values by dotted path in the body; undefined removes */
  body?: Record<string, unknown>
}

/** What a fixture becomes, perhaps with changes: one message, or undefined for none. */
export function translated(integration: Integration, name: string, change: FixtureChange = {}) {
  const messages = translateFixture(integration, changed(integration, name, change))
  if (messages.length > 1) throw new Error(`${name} makes ${messages.length} messages`)
  return messages[0]
}

export function changed(integration: Integration, name: string, change: FixtureChange): Fixture {
  const fixture = readFixtures(integration).get(name)
  if (!fixture) throw new Error(`There is no fixture ${name} of ${integration.name}`)
  for (const [path, value] of Object.entries(change.body ?? {})) setAt(fixture.body, path.split('.'), value)
  return {
    ...fixture,
    headers: { ...fixture.headers, ...change.headers },
    options: { ...fixture.options, ...change.options },
  }
}

function setAt(target: unknown, [key, ...rest]: string[], value: unknown): void {
  const fields = target as Record<string, unknown>
  if (key === undefined) return
  if (rest.length > 0) setAt(fields[key], rest, value)
  else if (value === undefined) delete fields[key]
  else fields[key] = value
}
