import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { engines } from '../../harness/engines.ts'
import { formOf } from '../../harness/form-of.ts'
import { listContents } from '../../harness/stored-contents.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { fetchPath, uploadFile } from './file-requests.ts'

const path = '/user_uploads'
const text = (content: string, name = 'notes.txt') => ({ file: { bytes: Buffer.from(content), name } })

describe.each(engines)('Upload a file on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine, { UPLOAD_MEGABYTES: '2' })
  })
  afterAll(() => world.stop())

  const listed = async (client = world.ben) => (await client.get('/attachments')).body
  const refuses = async (
    work: () => Promise<{ status: number; body: unknown }>,
    status: number,
    body: object,
  ) => {
    const before = await listed()
    const answer = await work()
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ result: 'error', ...body })
    expect(await listed()).toEqual(before)
  }

  it('success | uri, url and filename; the bytes come back as they went', async () => {
    const answer = await world.ben.upload(path, text('Buy milk.\n'))
    expect(answer.status).toBe(200)
    const url = `/user_uploads/${world.demo.realm.id}/`
    expect(answer.body).toEqual({
      result: 'success',
      msg: '',
      uri: answer.body.url,
      url: expect.stringMatching(new RegExp(`^${url}[0-9a-f]{32}/notes\\.txt$`)),
      filename: 'notes.txt',
    })
    const { bytes } = await fetchPath(world, world.ben, answer.body.url)
    expect(bytes.toString()).toBe('Buy milk.\n')
  })

  it('the name of the field does not matter', async () => {
    const bytes = Buffer.from('x')
    for (const field of ['filename', 'anything']) {
      const answer = await world.ben.upload(path, { [field]: { bytes, name: 'a.txt' } })
      expect(answer.status).toBe(200)
    }
  })

  it('two files | the first one counts', async () => {
    const two = { ...text('first', 'one.txt'), other: { bytes: Buffer.from('second'), name: 'two.txt' } }
    const answer = await world.ben.upload(path, two)
    expect(answer.body.filename).toBe('one.txt')
    expect((await fetchPath(world, world.ben, answer.body.url)).bytes.toString()).toBe('first')
  })

  it.each([
    ['no form at all', async () => world.ben.post(path)],
    ['a form without a file', async () => world.ben.upload(path, { file: 'just text' })],
    ['an empty file', async () => world.ben.upload(path, text(''))],
  ])('%s | You must specify a file to upload', async (_name, work) => {
    await refuses(work, 400, { msg: 'You must specify a file to upload', code: 'BAD_REQUEST' })
  })

  it('a form that cannot be read | Malformed multipart form', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    await refuses(() => world.ben.raw({ method: 'POST', url: path, payload: 'nonsense', headers }), 400, {
      msg: 'Malformed multipart form',
      code: 'BAD_REQUEST',
    })
  })

  it('a file of exactly the limit is taken, one byte more is 413', async () => {
    const bytes = Buffer.alloc(2 * 1_048_576, 1)
    expect((await world.ben.upload(path, { file: { bytes, name: 'full' } })).status).toBe(200)
    const more = { file: { bytes: Buffer.concat([bytes, Buffer.from('x')]), name: 'over' } }
    await refuses(() => world.ben.upload(path, more), 413, {
      msg: 'Uploaded file is larger than the allowed limit of 2 MiB',
      code: 'PAYLOAD_TOO_LARGE',
    })
  })

  it('a body far over the limit is refused before it is read: 413 in the envelope', async () => {
    const huge = { file: { bytes: Buffer.alloc(3 * 1_048_576), name: 'huge' } }
    await refuses(() => world.ben.upload(path, huge), 413, {
      msg: 'The request is too large',
      code: 'PAYLOAD_TOO_LARGE',
    })
  })

  it('a large body of a stranger is refused by who they are, and not read', async () => {
    const huge = { file: { bytes: Buffer.alloc(3 * 1_048_576), name: 'huge' } }
    const answer = await world.nobody.upload(path, huge)
    expect(answer.status).toBe(401)
    expect(answer.body.msg).toBe('Not logged in: API authentication or user session required')
  })

  it('many large files at once | all are taken, each in its turn', async () => {
    const bytes = Buffer.alloc(1.5 * 1_048_576, 7)
    const people = [world.ada, world.ben, world.cleo, world.gus]
    const answers = await Promise.all(
      people.flatMap((client) => [1, 2, 3].map(() => client.upload(path, { file: { bytes, name: 'big' } }))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
  })

  it.each([
    ['../../etc/passwd', 'passwd', 'passwd'],
    ['C:\\Users\\ben\\plan.doc', 'plan.doc', 'plan.doc'],
    ['..', '..', 'uploaded-file'],
    ['.hidden', '.hidden', 'hidden'],
    ['a b (c)[d].txt', 'a b (c)[d].txt', 'a-b-c-d-.txt'],
    ['<img src=x>.png', '<img src=x>.png', 'img-src-x-.png'],
    ['日本語 résumé.pdf', '日本語 résumé.pdf', '日本語-résumé.pdf'],
    ['e\u0301.txt', 'e\u0301.txt', '\u00e9.txt'],
    ['a\u0000b\u001fc.txt', 'abc.txt', 'abc.txt'],
  ])('the name %j | shown as %j, in the address %j', async (given, filename, inAddress) => {
    const answer = await world.ben.upload(path, text('x', given))
    expect(answer.body.filename).toBe(filename)
    expect(decodeURI(answer.body.url).split('/').at(-1)).toBe(inAddress)
    const address = `${answer.body.url.replace(inAddress, '')}${encodeURIComponent(inAddress)}`
    expect((await fetchPath(world, world.ben, address)).status).toBe(200)
  })

  it('a very long name in a wide script | is cut, keeps its ending, and can be fetched', async () => {
    const answer = await world.ben.upload(path, text('x', `${'語'.repeat(240)}.txt`))
    const name: string = answer.body.url.split('/').at(-1)
    expect([...name]).toHaveLength(100)
    expect(name).toMatch(/^語+\.txt$/)
    const address = encodeURI(answer.body.url)
    expect((await fetchPath(world, world.ben, address)).status).toBe(200)
  })

  it('the path of the bytes contains the token, not the name of the file', async () => {
    const url = await uploadFile(world.ben, '../../escape.txt')
    const names = await listContents(world.chat.contents, 'uploads', world.demo.realm.id)
    expect(names).toContain(url.split('/')[3])
    expect(names.every((name) => /^[0-9a-f]{32}$/.test(name))).toBe(true)
  })

  it('guests and bots may upload; incoming webhook bots, the deactivated and strangers may not', async () => {
    for (const client of [world.gus, world.echoBot]) {
      expect((await client.upload(path, text('x'))).status).toBe(200)
    }
    const hook = await world.hookBot.upload(path, text('x'))
    expect(hook.status).toBe(401)
    expect(hook.body.msg).toBe('This API is not available to incoming webhook bots.')
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'hal@example.com',
      fullName: 'Hal',
    })
    await deactivateUser(world.chat, user)
    const gone = await world.as(user).upload(path, text('x'))
    expect(gone.status).toBe(401)
    expect(gone.body.code).toBe('USER_DEACTIVATED')
    expect((await world.nobody.upload(path, text('x'))).status).toBe(401)
  })

  it('attachment | op add, to the uploader only', async () => {
    const [ben, ada] = [await watch(world.ben, ['attachment']), await watch(world.ada, ['attachment'])]
    const second = () => Math.floor(world.clock.now() / 1000) * 1000
    const earliest = second()
    const url = await uploadFile(world.ben, 'news.txt', Buffer.from('12345'))
    const latest = second()
    const { attachments, upload_space_used } = await listed()
    const attachment = attachments.at(-1)
    expect(await ben.news()).toMatchObject([{ type: 'attachment', op: 'add', attachment, upload_space_used }])
    expect(attachment).toEqual({
      id: expect.any(Number),
      name: 'news.txt',
      path_id: url.replace('/user_uploads/', ''),
      size: 5,
      create_time: expect.any(Number),
      messages: [],
    })
    expect(attachment.create_time).toBeGreaterThanOrEqual(earliest)
    expect(attachment.create_time).toBeLessThanOrEqual(latest)
    expect(await ada.news()).toEqual([])
  })

  it('what the client says of the type does not count', async () => {
    const { body, headers } = await formOf({
      file: { bytes: Buffer.from('<script>alert(1)</script>'), name: 'a.html', type: 'text/html' },
    })
    const answer = await world.ben.raw({ method: 'POST', url: path, payload: body, headers })
    const file = await fetchPath(world, world.ben, answer.body.url)
    expect(file.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(file.headers['content-disposition']).toMatch(/^attachment;/)
  })

  it('register | the limits, and the room that is taken', async () => {
    const { body } = await world.ben.post('/register', { event_types: ['realm', 'attachment'] })
    expect(body).toMatchObject({
      max_file_upload_size_mib: 2,
      max_avatar_file_size_mib: 5,
      max_avatar_file_size: 5,
      max_icon_file_size_mib: 5,
      max_icon_file_size: 5,
      realm_upload_quota_mib: 5120,
      realm_upload_quota: 5120 * 1_048_576,
      upload_space_used: (await listed()).upload_space_used,
      realm_inline_image_preview: true,
    })
  })
})
