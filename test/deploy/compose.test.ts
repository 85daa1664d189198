import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { root } from '../harness/build-switchboard.ts'
import { readCompose } from '../harness/deploy/read-compose.ts'
import { makePlace, type Place } from '../harness/engines.ts'
import { runSwitchboard } from '../harness/run-switchboard.ts'

const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')

/** What docs/operations.md says to write into .env. */
const variables = {
  POSTGRES_PASSWORD: 'a-password-of-postgres',
  ASTERISK_PASSWORD: 'a-password-of-asterisk',
  EXTERNAL_ADDRESS: '203.0.113.10',
}
const usual = readCompose('compose.yaml', variables)
const phones = readCompose('compose.phones.yaml', variables)
const server = { ...usual.services.server!.environment, ...phones.services.server!.environment }
const asterisk = phones.services.asterisk!

/** Reads the settings as the program does, and returns the names that it has read. */
function namesRead(environment: Readonly<Record<string, string>>): Set<string> {
  const names = new Set<string>()
  const recorder = new Proxy(environment as Record<string, string>, {
    get(all, name: string) {
      names.add(name)
      return all[name]
    },
  })
  readConfig({}, recorder)
  return names
}

/** The first build takes a while. */
const TIMEOUT_MS = 120_000

describe('the compose files', { timeout: TIMEOUT_MS }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-compose-'))
  let place: Place
  beforeAll(async () => {
    place = await makePlace('PostgreSQL')
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await place.remove()
  })
  const written = (name: string) => readFileSync(join(folder, name), 'utf8')

  it('set nothing that the program does not know', () => {
    for (const environment of [server, asterisk.environment!]) {
      expect([...namesRead(environment)]).toEqual(expect.arrayContaining(Object.keys(environment)))
    }
  })

  it('need only variables that docs/operations.md names', () => {
    for (const name of Object.keys(variables)) expect(page).toMatch(new RegExp(`^${name}=`, 'm'))
  })

  it('give server and Asterisk the same settings, of services and volumes that there are', () => {
    expect(server).toMatchObject(asterisk.environment!)
    const services = [usual, phones].flatMap((one) => Object.entries(one.services))
    const names = services.map(([name]) => name)
    const volumes = { ...usual.volumes, ...phones.volumes }
    for (const value of Object.values(server).filter((one) => one.includes('://'))) {
      expect(names).toContain(new URL(value).hostname)
    }
    const mounted = services.flatMap(([, service]) => service.volumes ?? [])
    expect(mounted.map((one) => one.split(':')[0]).sort()).toEqual(Object.keys(volumes).sort())
  })

  it('start Asterisk with options that the program takes, at the ports that they publish', async () => {
    const { code, stderr } = await runSwitchboard(['asterisk', '--write', folder, ...asterisk.command!], {
      environment: { ...asterisk.environment, ASTERISK_DATABASE_URL: place.databaseUrl! },
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(written('http.conf')).toContain('bindaddr = 0.0.0.0\nbindport = 8088\n')
    expect(new URL(server.ASTERISK_URL!).port).toBe('8088')
    expect(written('ari.conf')).toContain(
      `[switchboard]\ntype = user\npassword = ${variables.ASTERISK_PASSWORD}`,
    )
    expect(written('pjsip.conf').match(/^external_media_address = 203\.0\.113\.10$/gm)).toHaveLength(4)
    const range = (text: string) =>
      [...text.matchAll(/(?:start|end) = (\d+)/g)].map(([, port]) => port).join('-')
    const udp = ['5060', range(written('rtp.conf')), range(written('udptl.conf'))]
    const published = [...udp.map((ports) => `${ports}:${ports}/udp`), '5060:5060/tcp']
    expect([...asterisk.ports!].sort()).toEqual(published.sort())
  })

  it('start it by the script of its image', () => {
    const image = readFileSync(join(root, 'deploy/asterisk/Containerfile'), 'utf8')
    const [, copied] = /^COPY (deploy\S+) \/usr\/local\/bin\/start-asterisk$/m.exec(image)!
    expect(readFileSync(join(root, copied!), 'utf8')).toContain('switchboard.js asterisk --write')
  })
})
