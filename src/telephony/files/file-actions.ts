import { type Static, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { downloadLink } from '../../platform/contents/download-link.ts'
import { workplaceOf } from '../../platform/documents/in-work-folder.ts'
import { renderPage } from '../../platform/documents/render-page.ts'
import { attachment } from '../../platform/files/content-disposition.ts'
import { PDF, TIFF } from '../../platform/files/sniff-type.ts'
import { recordChange } from '../company/audit/record-change.ts'
import { HttpResponse } from '../http/http-response.ts'
import { pagingHeaders } from '../http/paging.ts'
import type { Actor } from '../identity/actor.ts'
import type { Company } from '../identity/company.ts'
import { currentCompany } from '../identity/current-company.ts'
import type { Identity } from '../identity/identity.ts'
import { viewerOf } from '../identity/permissions.ts'
import { underLegalHold } from '../legal-holds.ts'
import type { Page } from '../list-page.ts'
import { nullable } from '../nullable.ts'
import { newObjectId } from '../object-id.ts'
import { conflict, forbidden, notFound, Problem } from '../problem.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { downloadResponse } from './contents/download-response.ts'
import { placeOfFile } from './contents/keep-content.ts'
import { makePreview } from './contents/make-preview.ts'
import { programProblem } from './documents/program-problem.ts'
import { checkIsUploaded } from './file-access.ts'
import type { FileStorage } from './file-storage.ts'
import { deleteFileRow, insertFile, listFiles, updateFileRow, withPreviews } from './file-store.ts'
import { type FilesTable, filesTable } from './file-tables.ts'
import { type FileView, fileView, type PreviewView, previewView } from './file-view.ts'
import { readSharedFileToken } from './shared-file-url.ts'

/** A page of a thousand files must not become a response of hundreds of megabytes. */
const PREVIEWS_OF_A_PAGE = 8_000_000

export const NewFile = Type.Object(
  {
    company_id: Type.Optional(nullable(Type.String({ maxLength: 50 }))),
    name: Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', title: 'more than blanks' }),
    description: Type.Optional(nullable(Type.String({ maxLength: 5000 }))),
  },
  { additionalProperties: false },
)

/** Creates a file whose bytes are uploaded afterwards. */
export async function createFile(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  input: Static<typeof NewFile>,
): Promise<FileView> {
  const { company, contact } = actor
  if (input.company_id != null && input.company_id !== company.public_id) {
    throw forbidden('company_id belongs to another organization')
  }
  return transact(company.id, async (tx) => {
    const file = {
      company_id: company.id,
      id: newObjectId(clock),
      internal_id: await tx.next('file'),
      user_id: contact.id,
      name: input.name.trim(),
      description: input.description ?? '',
      content: null,
      mimetype: '',
      size: 0,
      uploaded_name: '',
      uploaded_at: null,
      preview: null,
      created_at: clock.now(),
    }
    await insertFile(tx.db, file)
    const after = fileView({ ...file, preview_size: 0 }, company.public_id)
    await recordChange(tx, clock, actor, { action: 'file.created', id: file.id, before: null, after })
    return after
  })
}

/** The bytes are deleted after the row. After a crash in between, the cleanup job finds them. */
export async function deleteFile(storage: FileStorage, actor: Actor, id: string): Promise<FileView> {
  const { company } = actor
  const held = await storage.legalHolds.heldUsers(company.id)
  const { content, view } = await storage.transact(company.id, async (tx) => {
    const row = await filesTable.find(tx.db, { company_id: company.id, id })
    if (!row) throw notFound('There is no such file')
    if (row.user_id !== null && held.includes(row.user_id)) throw underLegalHold('This file is')
    for (const use of storage.fileUses) {
      const reason = await use.reasonToKeep(tx.db, company.id, id, held)
      if (reason !== undefined) throw conflict(reason)
    }
    const [file] = await withPreviews(tx.db, company.id, [row])
    const view = fileView(file!, company.public_id)
    await deleteFileRow(tx.db, company.id, id)
    const before = { ...view, preview: null }
    await recordChange(tx, storage.clock, actor, { action: 'file.deleted', id, before, after: null })
    return { content: row.content, view }
  })
  if (content !== null) await storage.contents.remove(placeOfFile(company, content))
  return view
}

/** From its store, if that can send it itself. */
export async function downloadFile(
  { contents }: TelephonyPlatform,
  company: Company,
  file: FilesTable,
  request: FastifyRequest,
): Promise<HttpResponse> {
  checkIsUploaded(file)
  const place = placeOfFile(company, file.content)
  const { mimetype } = file
  const name = file.uploaded_name || file.name
  const size = await contents.size(place)
  if (size === undefined) throw notFound('The contents of this file are gone')
  const location = await downloadLink(contents, request, place, {
    contentType: mimetype,
    contentDisposition: attachment(name),
    cacheControl: 'no-store',
  })
  if (location !== undefined) return new HttpResponse(undefined, { status: 302, headers: { location } })
  const content = await contents.stream(place)
  if (!content) throw notFound('The contents of this file are gone')
  return downloadResponse(content.stream, { size: content.size, mimetype, name })
}

/** For anybody with the address, while it is valid. */
export async function downloadSharedFile(
  identity: Identity,
  token: string,
  request: FastifyRequest,
): Promise<HttpResponse> {
  const shared = readSharedFileToken(identity, token)
  const company = shared && (await currentCompany(identity, shared.companyId))
  const file =
    shared && (await filesTable.find(identity.database.read, { company_id: shared.companyId, id: shared.id }))
  if (company?.status !== 'active' || !file) throw notFound('This address is not valid, or has expired')
  return downloadFile(identity, company, file, request)
}

/** The preview, which is created now if that failed at upload. */
export async function representFile(
  platform: TelephonyPlatform,
  { company }: Actor,
  file: FilesTable,
): Promise<PreviewView> {
  const { config, database } = platform
  checkIsUploaded(file)
  const [stored] = await withPreviews(database.read, company.id, [file])
  if (stored?.preview) return previewView(stored.preview)
  const place = placeOfFile(company, file.content)
  const { size, mimetype, name } = file
  const previewed = { place, size, mimetype, name }
  const preview = await makePreview(platform, workplaceOf(config, company), previewed).catch((error) => {
    throw programProblem(error, 'file_id')
  })
  if (!preview) throw new Problem(400, `There is no preview of ${file.mimetype}, or none of this size`)
  await database.write(company.id, { work: ({ db }) => updateFileRow(db, company.id, file.id, { preview }) })
  return previewView(preview)
}

/** Renders one page on request. Storing all pages of all documents would fill the disk. */
export async function representPage(
  { config, contents }: TelephonyPlatform,
  { company }: Actor,
  file: FilesTable,
  page: number,
): Promise<PreviewView> {
  checkIsUploaded(file)
  const { mimetype, name } = file
  if (mimetype !== PDF && mimetype !== TIFF) throw new Problem(400, `There are no pages in ${mimetype}`)
  const path = await contents.pathOf(placeOfFile(company, file.content))
  const picture = await renderPage(workplaceOf(config, company), path, mimetype, {
    page,
    size: 'large',
  }).catch((error) => {
    throw programProblem(error, page === 1 ? 'file_id' : 'page')
  })
  return previewView({
    base64: picture.toString('base64'),
    filename: `${name}-${page}.png`,
    mimetype: 'image/png',
  })
}

export async function showFile(
  { database }: TelephonyPlatform,
  company: Company,
  file: FilesTable,
): Promise<FileView> {
  const [stored] = await withPreviews(database.read, company.id, [file])
  return fileView(stored!, company.public_id)
}

/** The files of the actor; for the owner, all of the company. */
export async function listOwnFiles(
  platform: TelephonyPlatform,
  actor: Actor,
  page: Page,
): Promise<HttpResponse> {
  const { read } = platform.database
  const { company } = actor
  const { items, total } = await listFiles(read, company.id, viewerOf(actor, 'see files'), page)
  const files = await withPreviews(read, company.id, items, PREVIEWS_OF_A_PAGE)
  return new HttpResponse(
    files.map((file) => fileView(file, company.public_id)),
    { headers: pagingHeaders(page, total) },
  )
}
