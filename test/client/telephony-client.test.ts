import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  connectTelephony,
  type TelephonyClient,
  type TelephonyOptions,
} from '../../packages/client/src/connect-telephony.ts'
import { newRetryKey } from '../../packages/client/src/new-retry-key.ts'
import type { Fetch } from '../../packages/client/src/send-request.ts'
import { openTelephonySocket, type TelephonyEvent } from '../../packages/client/src/telephony-socket.ts'
import { ACME_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { type ClientServer, startClientServer } from '../harness/client-server.ts'
import { engines } from '../harness/engines.ts'

describe.each(engines)('the client of the telephony on %s', (engine) => {
  let server: ClientServer
  let connect: (options?: Partial<TelephonyOptions>) => TelephonyClient
  let acme: TelephonyClient
  beforeAll(async () => {
    server = await startClientServer(engine)
    connect = (options) =>
      connectTelephony({ server: server.url, apiKey: ACME_KEY, userId: 'primary', ...options })
    acme = connect()
  })
  afterAll(() => server?.stop())

  const locationNames = async () => (await acme.call('GET /company/locations')).map(({ name }) => name)

  test('makes calls with arguments in the path, the query and a body', async () => {
    const { id } = await acme.call('POST /company/locations', {}, { name: 'Berlin' })
    const changed = await acme.call(
      'PATCH /company/locations/{location_id}',
      { location_id: id },
      { name: 'Bonn' },
    )
    expect(changed.name).toBe('Bonn')
    const found = await acme.page('GET /system/company/contacts', { search: 'okri' })
    expect(found).toMatchObject({ items: [{ first_name: 'Ben' }], page: 1, pages: 1, total: 1 })
  })

  test('uploads a file and downloads it', async () => {
    const { id } = await acme.call('POST /files', {}, { name: 'note' })
    const form = new FormData()
    form.set('upfile', new Blob(['hello']), 'note.txt')
    await acme.call('POST /files/{file_id}/upload', { file_id: id }, form)
    const blob = await acme.download('GET /files/{file_id}/download', { file_id: id })
    expect(await blob.text()).toBe('hello')
    expect(await (await acme.file(`/files/${id}/download`)).text()).toBe('hello')
  })

  test('sends a text as it is', async () => {
    const users = 'first_name,last_name\nGrace,Hopper\n'
    const csv = await acme.call('POST /company/contacts/import', { dry_run: true }, users)
    const json = new Blob(['[{"first_name":"Grace","last_name":"Hopper"}]'], { type: 'application/json' })
    const list = await acme.call('POST /company/contacts/import', { dry_run: true }, json)
    expect([csv.total, list.total]).toEqual([1, 1])
  })

  test('throws errors with a code and every fault', async () => {
    const unknown = acme.call('GET /files/{file_id}', { file_id: 'nothing' })
    await expect(unknown).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const wrong = acme.call('POST /company/locations', {}, { name: '' })
    await expect(wrong).rejects.toMatchObject({ code: 'BAD_REQUEST', faults: [{ pointer: '/name' }] })
    const stranger = connect({ apiKey: 'nobody' }).call('GET /system/company')
    await expect(stranger).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const missing = acme.download('GET /files/{file_id}/download', { file_id: 'nothing' })
    await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('repeats a POST whose response was lost, and it is executed once', async () => {
    let count = 0
    const losing: Fetch = async (url, init) => {
      count += 1
      const response = await fetch(url, init)
      if (count < 3) throw new TypeError('lost')
      return response
    }
    await connect({ fetch: losing }).call('POST /company/locations', {}, { name: 'Once' })
    expect((await locationNames()).filter((name) => name === 'Once')).toHaveLength(1)
    const idempotencyKey = newRetryKey()
    for (const _ of [1, 2]) {
      await acme.call('POST /company/locations', {}, { name: 'Own key' }, { idempotencyKey })
    }
    expect((await locationNames()).filter((name) => name === 'Own key')).toHaveLength(1)
  })

  test('hears the events of the company, each once, also after a crash of the server', {
    timeout: 120_000,
  }, async () => {
    const socket = openTelephonySocket(io, { server: server.url, apiKey: ACME_KEY, changes: true })
    const heard: TelephonyEvent[] = []
    socket.listen((event) => heard.push(event))
    const changes = () => heard.filter(({ name }) => name === 'changed').length
    try {
      await expect.poll(() => socket.state()).toBe('live')
      await acme.call('POST /company/locations', {}, { name: 'First' })
      await expect.poll(changes).toBe(1)
      await server.restart()
      await acme.call('POST /company/locations', {}, { name: 'Second' })
      await expect.poll(changes).toBe(2)
      expect(heard.find(({ name }) => name === 'changed')?.payload).toEqual({ kind: 'location' })
      const ids = heard.flatMap(({ eventId }) => (eventId === undefined ? [] : [eventId]))
      expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other))
    } finally {
      socket.close()
    }
  })

  test('says when the key of a socket is not valid', async () => {
    const socket = openTelephonySocket(io, { server: server.url, apiKey: 'nobody' })
    try {
      await expect.poll(() => socket.state()).toBe('refused')
    } finally {
      socket.close()
    }
  })
})
