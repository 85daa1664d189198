import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf, tinyPng } from '../../../harness/documents.ts'
import { engines } from '../../../harness/engines.ts'
import { formOf } from '../../../harness/form-of.ts'
import { listContents } from '../../../harness/stored-contents.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { uploadFile } from '../../../harness/upload-file.ts'

describe.each(engines)('uploading files on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
  })
  afterAll(() => world.stop())

  const contents = () => listContents(world.telephony.contents, 'files', world.demo.acme.company.public_id)
  const newFile = async () => (await world.ben.post('/files', { name: 'note' })).body
  const upload = (id: string, body: Buffer | string, type = 'application/octet-stream') =>
    world.ben.call('POST', `/files/${id}/upload`, body, { 'content-type': type })

  it('POST /files returns the whole object before there are bytes', async () => {
    const { acme } = world.demo
    const { status, body } = await world.ben.post('/files', {
      company_id: acme.company.public_id,
      name: ' plan.txt ',
      description: 'For Monday',
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      company_id: acme.company.public_id,
      description: 'For Monday',
      mimetype: '',
      name: 'plan.txt',
      preview: null,
      size: 0,
      uploaded_at: null,
      uploaded_name: '',
      user_id: acme.ben.id,
    })
    expect((await world.ben.get(`/files/${body.id}/download`)).status).toBe(404)
    expect((await world.ben.post(`/files/${body.id}/generate_url`, {})).status).toBe(404)
  })

  it.each([
    [{}, '/name'],
    [{ name: ' ' }, '/name'],
    [{ name: 5 }, '/name'],
    [{ name: 'x'.repeat(256) }, '/name'],
    [{ name: 'a', color: 'red' }, '/color'],
    [{ name: 'a', description: 'x'.repeat(5001) }, '/description'],
  ])('POST /files refuses %j', async (input, pointer) => {
    const { status, body } = await world.ben.post('/files', input)
    expect(status).toBe(400)
    expect(body.errors[0].pointer).toBe(pointer)
  })

  it('a company_id of another company is refused', async () => {
    const company_id = world.demo.globex.company.public_id
    expect((await world.ben.post('/files', { company_id, name: 'a' })).status).toBe(403)
  })

  it('the field upfile of a form becomes the contents', async () => {
    const file = await newFile()
    const { body, headers } = await formOf({
      upfile: { bytes: Buffer.from('hello'), name: '../../etc/pass\r\nwd.txt', type: 'image/png' },
    })
    const uploaded = await world.ben.call('POST', `/files/${file.id}/upload`, body, headers)
    expect(uploaded.status).toBe(200)
    expect(uploaded.body).toMatchObject({
      id: file.id,
      name: 'note',
      mimetype: 'text/plain',
      size: 5,
      uploaded_name: expect.stringMatching(/^pass.*wd\.txt$/),
    })
    expect(uploaded.body.uploaded_name).not.toMatch(/[\r\n/]/)
    expect(uploaded.body.uploaded_at).toMatch(/^\d{4}-/)
    expect((await world.ben.get(`/files/${file.id}`)).body).toEqual(uploaded.body)
    expect((await world.ben.get(`/files/${file.id}/download`)).bytes.toString()).toBe('hello')
  })

  it('a body without a form is the contents', async () => {
    const file = await newFile()
    const uploaded = await upload(file.id, tinyPng, 'text/html')
    expect(uploaded.body).toMatchObject({
      mimetype: 'image/png',
      uploaded_name: 'note',
      size: tinyPng.length,
    })
    expect((await world.ben.get(`/files/${file.id}/download`)).bytes.equals(tinyPng)).toBe(true)
  })

  const samples: [string, Buffer][] = [
    ['image/png', tinyPng],
    ['image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['image/gif', Buffer.from('GIF89a\x01\0\x01\0', 'latin1')],
    ['application/pdf', makePdf()],
    ['image/tiff', Buffer.from('II*\0\x08\0\0\0', 'latin1')],
    ['image/tiff', Buffer.from('MM\0*\0\0\0\x08', 'latin1')],
    ['text/plain', Buffer.from('plain text: grüße')],
    ['text/plain', Buffer.from('<html><script>alert(1)</script></html>')],
    ['audio/mpeg', Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1')],
    ['audio/mpeg', Buffer.from('fffb9000', 'hex')],
    ['audio/ogg', Buffer.from('OggS\0\x02\0\0', 'latin1')],
    ['audio/wav', Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
    ['video/mp4', Buffer.from('\0\0\0\x18ftypmp42', 'latin1')],
    ['application/octet-stream', Buffer.from([1, 2, 3, 0, 255])],
  ]
  it.each(samples)('the bytes say that it is %s', async (mimetype, bytes) => {
    const file = await newFile()
    expect((await upload(file.id, bytes, 'text/html')).body.mimetype).toBe(mimetype)
  })

  it('contents are uploaded once: a file never changes', async () => {
    const file = await newFile()
    const answers = await Promise.all([upload(file.id, 'first'), upload(file.id, 'second')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = answers[0].status === 200 ? 'first' : 'second'
    expect((await world.ben.get(`/files/${file.id}/download`)).bytes.toString()).toBe(winner)
    expect((await upload(file.id, 'third')).status).toBe(409)
    expect((await contents()).filter((name) => name.startsWith(file.id))).toHaveLength(1)
  })

  it.each([
    ['nothing', '', 'application/octet-stream', 'upfile'],
    [
      'a form without upfile',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
      'upfile',
    ],
    ['half a form', '--x\r\nContent-Disp', 'multipart/form-data; boundary=x', ''],
    ['a form without a boundary', 'abc', 'multipart/form-data', ''],
    [
      'a file of another name',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nb\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
      'file',
    ],
  ])('%s is refused, and nothing is stored', async (_what, body, type, pointer) => {
    const file = await newFile()
    const before = await contents()
    const answer = await upload(file.id, body, type)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].pointer).toBe(pointer)
    expect(await contents()).toEqual(before)
    expect((await world.ben.get(`/files/${file.id}`)).body.uploaded_at).toBeNull()
  })

  it('50 MB fit, one byte more does not', async () => {
    const limit = 50 * 1024 * 1024
    const [fits, tooLarge] = [await newFile(), await newFile()]
    expect((await upload(fits.id, Buffer.alloc(limit, 1))).body.size).toBe(limit)
    expect((await upload(tooLarge.id, Buffer.alloc(limit + 1, 1))).status).toBe(413)
    expect((await upload(tooLarge.id, Buffer.alloc(limit + 200_000, 1))).status).toBe(413)
    expect((await world.ben.delete(`/files/${fits.id}`)).status).toBe(200)
  })

  it('a deleted file is gone with its bytes', async () => {
    const file = await uploadFile(world.ben, Buffer.from('doomed'))
    expect((await contents()).some((name) => name.startsWith(file.id))).toBe(true)
    expect((await world.ben.delete(`/files/${file.id}`)).body).toEqual(file)
    expect((await world.ben.get(`/files/${file.id}`)).status).toBe(404)
    expect((await world.ben.get(`/files/${file.id}/download`)).status).toBe(404)
    expect((await world.ben.delete(`/files/${file.id}`)).status).toBe(404)
    expect((await contents()).some((name) => name.startsWith(file.id))).toBe(false)
  })
})
