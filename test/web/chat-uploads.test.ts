import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePdf, missingDocumentPrograms } from '../harness/documents.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let page: Page
beforeAll(async () => {
  world = await startWebWorld({ UPLOAD_MEGABYTES: '1', UPLOAD_QUOTA_MEGABYTES: '2' })
  page = await world.openChat('ada', '#narrow/stream/test/topic/files')
  await text().click()
})
afterAll(() => world?.stop())

/** On a busy machine things take longer than a second. */
const eventually = <Value>(get: () => Value) => expect.poll(get)

const box = () => page.getByRole('form', { name: 'Write a message' })
const text = () => box().getByRole('textbox', { name: 'Message' })
const chooser = () => box().getByLabel('Files', { exact: true })

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('a note') }

/** Holds uploads back until they are let go. */
async function holdUploads(): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v1/user_uploads', async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  return () => release()
}

test('several files at once, with progress, become links where the cursor was', async () => {
  const release = await holdUploads()
  await text().fill('before after')
  for (let step = 0; step < 'after'.length; step += 1) await text().press('ArrowLeft')
  await chooser().setInputFiles([note, { name: 'dot.png', mimeType: 'image/png', buffer: picture }])
  await page.getByRole('progressbar', { name: 'Uploading note.txt…' }).waitFor()
  await page.getByRole('progressbar', { name: 'Uploading dot.png…' }).waitFor()
  const sizeOf = (name: string, size: string) =>
    box()
      .getByRole('list', { name: 'Uploads' })
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByText(size)
  await sizeOf('note.txt', '6 bytes').waitFor()
  await expectAccessible(page)
  await text().press('Control+Enter')
  await box().getByRole('alert').getByText('Please wait until the files are uploaded.').waitFor()
  release()
  await page.getByRole('progressbar').first().waitFor({ state: 'detached' })
  await eventually(() => text().inputValue()).toMatch(
    /^before \[note\.txt\]\(\/user_uploads\/\S+\) \[dot\.png\]\(\/user_uploads\/\S+dot\.png\) after$/,
  )
  await sizeOf('note.txt', '6 bytes').waitFor()
  await sizeOf('dot.png', '70 bytes').waitFor()
  await page.unrouteAll()
  await text().press('Control+Enter')
  await box().getByRole('list', { name: 'Uploads' }).waitFor({ state: 'detached' })
  const message = page.getByRole('article').filter({ hasText: 'before' })
  await message.getByRole('link', { name: 'note.txt' }).first().waitFor()
  await message.locator('img[src*="dot.png"]').first().waitFor()
  // A text shows how it begins.
  await message.getByRole('group', { name: 'note.txt' }).getByText('a note').waitFor()
})

test('files show what they are and how large, sound can be played, and pictures be leafed through', async () => {
  await page.goto('/#narrow/stream/test/topic/gallery')
  const buffer = Buffer.concat([Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ', 'latin1'), Buffer.alloc(1984)])
  const sound = { name: 'voice.wav', mimeType: 'audio/wav', buffer }
  await chooser().setInputFiles([
    sound,
    { name: 'one.png', mimeType: 'image/png', buffer: picture },
    { name: 'two.png', mimeType: 'image/png', buffer: picture },
  ])
  await eventually(() => text().inputValue()).toMatch(/voice\.wav\]\(.*one\.png\]\(.*two\.png\]\(/)
  await page.getByRole('progressbar').first().waitFor({ state: 'detached' })
  await text().press('Enter')
  const message = page.getByRole('article').filter({ hasText: 'voice.wav' })
  await message.locator('a[data-size="2 kB"]').waitFor()
  await message.locator('audio[aria-label="voice.wav"]').waitFor()
  await message.locator('a[title="one.png"]').click()
  const viewer = (name: string) => page.getByRole('dialog', { name })
  const tool = (name: string) => page.getByRole('dialog').getByRole('button', { name })
  await viewer('one.png').getByText('1 of 2').waitFor()
  expect(await tool('Previous picture').isDisabled()).toBe(true)
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await viewer('two.png').getByText('2 of 2').waitFor()
  expect(await tool('Next picture').isDisabled()).toBe(true)
  const width = async () => (await page.getByRole('dialog').locator('img').boundingBox())!.width
  const before = await width()
  await tool('Zoom in').click()
  await eventually(width).toBeGreaterThan(before)
  await page.keyboard.press('-')
  await eventually(width).toBe(before)
  await tool('Previous picture').click()
  await viewer('one.png').waitFor()
  await page.keyboard.press('Escape')
  await viewer('one.png').waitFor({ state: 'detached' })
  await page.goto('/#narrow/stream/test/topic/files')
})

test.skipIf(missingDocumentPrograms !== '')(
  'a PDF shows its first page, and one that cannot be read does not',
  async () => {
    await page.goto('/#narrow/stream/test/topic/papers')
    await chooser().setInputFiles([
      { name: 'letter.pdf', mimeType: 'application/pdf', buffer: makePdf() },
      { name: 'broken.pdf', mimeType: 'application/pdf', buffer: makePdf().subarray(0, 60) },
    ])
    await eventually(() => text().inputValue()).toMatch(/letter\.pdf\]\(.*broken\.pdf\]\(/)
    await page.getByRole('progressbar').first().waitFor({ state: 'detached' })
    await text().press('Enter')
    const message = page.getByRole('article').filter({ hasText: 'letter.pdf' })
    const first = message.getByRole('img', { name: 'First page of letter.pdf' })
    await eventually(() => first.evaluate((image) => (image as HTMLImageElement).naturalHeight)).toBe(560)
    expect(await first.locator('..').getAttribute('href')).toMatch(/\/letter\.pdf$/)
    await eventually(() => message.getByRole('img', { name: 'First page of broken.pdf' }).count()).toBe(0)
    await expectAccessible(page)
    await page.goto('/#narrow/stream/test/topic/files')
  },
)

test('an upload is cancelled, and leaves nothing in the text', async () => {
  const release = await holdUploads()
  await text().fill('only words')
  await chooser().setInputFiles(note)
  await box().getByRole('button', { name: 'Cancel the upload of note.txt' }).click()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  await eventually(() => text().inputValue()).toBe('only words ')
  release()
  await page.unrouteAll()
  await text().fill('')
})

test('an upload that ends while another page is open is in the draft afterwards', async () => {
  const release = await holdUploads()
  await text().fill('see ')
  await chooser().setInputFiles(note)
  await page.getByRole('progressbar').waitFor()
  await page.goto('/#narrow/stream/test/topic/other')
  await eventually(() => text().inputValue()).toBe('')
  release()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  await page.unrouteAll()
  await page.goto('/#narrow/stream/test/topic/files')
  // Once the server has the draft, it is without the space at its end.
  await eventually(() => text().inputValue()).toMatch(/^see \[note\.txt\]\(\/user_uploads\/\S+\) ?$/)
  await text().fill('')
})

/** A file of the page itself, in what is dragged or pasted. */
const dragged = (name: string) => `(() => {
  const data = new DataTransfer()
  data.items.add(new File(['dragged'], '${name}', { type: 'text/plain' }))
  return data
})()`

test('files are dropped anywhere in the column', async () => {
  const dataTransfer = await page.evaluateHandle(dragged('dropped.txt'))
  const column = page.getByRole('main')
  await column.dispatchEvent('dragenter', { dataTransfer })
  await page.getByText('Drop files here to upload them').waitFor()
  await column.dispatchEvent('dragleave')
  await page.getByText('Drop files here to upload them').waitFor({ state: 'detached' })
  await column.dispatchEvent('dragenter', { dataTransfer })
  await column.dispatchEvent('drop', { dataTransfer })
  await page.getByText('Drop files here to upload them').waitFor({ state: 'detached' })
  await eventually(() => text().inputValue()).toMatch(/^\[dropped\.txt\]\(\/user_uploads\/\S+\) $/)
  await text().fill('')
})

test('a picture is pasted', async () => {
  await text().focus()
  await page.evaluate(`document.activeElement.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: ${dragged('pasted.png')}, bubbles: true, cancelable: true }),
  )`)
  await eventually(() => text().inputValue()).toMatch(/^\[pasted\.png\]\(\/user_uploads\/\S+\) $/)
  await text().fill('')
})

test('a file that is too large is refused before it is sent', async () => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  const large = { name: 'large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(1_100_000) }
  await chooser().setInputFiles(large)
  await box().getByRole('alert').getByText('The file is larger than 1 MiB.').waitFor()
  expect(await text().inputValue()).toBe('')
  expect(calls.filter((url) => url.includes('user_uploads'))).toEqual([])
  await box().getByRole('button', { name: 'Dismiss large.bin' }).click()
  await box().getByRole('alert').waitFor({ state: 'detached' })
})

test('an error of the server is shown in its own words', async () => {
  const big = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(900_000, 'x') })
  await text().fill('words stay')
  await chooser().setInputFiles([big('one.txt'), big('two.txt'), big('three.txt')])
  await box().getByRole('alert').getByText("exceed your organization's upload quota").first().waitFor()
  await page.getByRole('progressbar').first().waitFor({ state: 'detached' })
  const value = await text().inputValue()
  expect(value).toContain('words stay')
  expect(value).not.toContain('Uploading')
})
