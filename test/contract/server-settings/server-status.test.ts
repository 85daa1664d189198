import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { type MailCatcher, startMailCatcher } from '../../harness/mail-catcher.ts'
import { startWorld, type World } from '../../harness/world.ts'

const soon = { timeout: 15_000, interval: 50 }

describe.each(engines)('the state of the server on %s', (engine) => {
  let world: World
  let other: Organization
  let mails: MailCatcher
  beforeAll(async () => {
    mails = await startMailCatcher()
    world = await startWorld(engine, {
      LOG_LEVEL: 'fatal',
      SMTP_URL: mails.url,
      MAIL_FROM: 'Switchboard <chat@acme.example>',
      PUBLIC_URL: 'http://chat.switchboard.invalid',
    })
    other = await foundOrganization(world, 'rafts.example.com')
  })
  afterAll(async () => {
    await world?.stop()
    await mails?.stop()
  })

  const status = async () => (await world.ada.get('/server/status')).body

  it('names this server, which leads both products, and its storage', async () => {
    const { nodes, database, redis, disk, version } = await status()
    expect([database, redis]).toEqual([engine === 'SQLite' ? 'sqlite' : 'postgres', null])
    expect(nodes).toEqual([expect.objectContaining({ is_this: true, leads: ['chat', 'telephony'], version })])
    expect(nodes[0].host).not.toBe('')
    expect(disk.free_bytes).toBeGreaterThan(0)
    expect(await status()).toMatchObject({ file_store: null, company_carriers: [], asterisks: [] })
  })

  it('knows of backups where Switchboard makes them', async () => {
    const { dataDir } = world.config
    // PostgreSQL may be backed up by its own programs.
    const none = { last: null, bytes: null, has_failed: false, verified: null }
    expect((await status()).backup).toEqual(engine === 'SQLite' ? none : null)
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'last-backup'), '2026-02-03T04:05:06.000Z\n')
    const result = { tried_at: '2026-02-03T04:05:06.000Z', has_failed: true, bytes: 4711 }
    writeFileSync(join(dataDir, 'backup-result.json'), JSON.stringify(result))
    const last = Date.parse('2026-02-03T04:05:06Z') / 1000
    expect((await status()).backup).toEqual({ last, bytes: 4711, has_failed: true, verified: null })
  })

  it('counts what waits in the outbox, and says when mail was last sent or not', async () => {
    expect((await status()).mail).toMatchObject({ is_set_up: true, is_known: true, last_success: null })
    await world.ada.post('/invites', { invitee_emails: 'new@example.com', stream_ids: [] })
    await vi.waitFor(async () => expect((await status()).mail.last_success).not.toBeNull(), soon)
    expect((await status()).mail.last_failure).toBeNull()
    await mails.stop()
    await world.ada.post('/invites', { invitee_emails: 'newer@example.com', stream_ids: [] })
    await vi.waitFor(async () => {
      const { outbox, mail } = await status()
      expect(mail.last_failure).not.toBeNull()
      expect(outbox).toContainEqual(
        expect.objectContaining({ product: 'chat', kind: 'mail', waiting: 1, failing: 1, failed: 0 }),
      )
    }, soon)
    expect(JSON.stringify(await status())).not.toMatch(/newer@example|127\.0\.0\.1/)
  })

  it('is examined as by the doctor, without secrets, and only once at a time', async () => {
    const [one, another] = await Promise.all([
      world.ada.post('/server/checks'),
      world.ada.post('/server/checks'),
    ])
    expect(one.body.checks).toEqual(another.body.checks)
    const found = new Map(
      one.body.checks.map(({ name, findings }: { name: string; findings: unknown[] }) => [name, findings]),
    )
    expect([...found.keys()]).toEqual([
      ...['settings', 'disk', ...(engine === 'PostgreSQL' ? ['database'] : []), 'replicas', 'files'],
      ...[
        'backup',
        'outbox',
        'directories',
        'identity providers',
        'address',
        'mail out',
        'mail in',
        'phones',
        'trunks',
        'text carrier',
      ],
      'carriers of companies',
    ])
    expect(found.get('address')).toEqual([
      expect.objectContaining({ level: 'problem', text: expect.stringContaining('cannot be reached') }),
    ])
    expect(found.get('mail out')).toEqual([expect.objectContaining({ level: 'problem' })])
    expect(found.get('text carrier')).toEqual([expect.objectContaining({ level: 'skipped' })])
  })

  it('is only for administrators of the organization that runs the server', async () => {
    for (const client of [world.ben, world.gus]) {
      const { status: code, body } = await client.get('/server/status')
      expect([code, body.msg]).toEqual([400, 'Must be an organization administrator'])
    }
    for (const answer of [
      await other.chief.get('/server/status'),
      await other.chief.post('/server/checks'),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'UNAUTHORIZED_PRINCIPAL'])
      expect(Object.keys(answer.body).sort()).toEqual(['code', 'msg', 'result'])
    }
  })
})
