import { readFile } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { receiveFile } from '../../platform/uploads/receive-file.ts'
import { FORM_BYTES, receiveForm } from '../../platform/uploads/receive-form.ts'
import { UploadRefusal } from '../../platform/uploads/upload-refusal.ts'
import type { Upload } from '../../platform/uploads/upload-slots.ts'
import type { Actor } from '../identity/actor.ts'
import { uploaderOf } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import { FORM_PARTS } from '../telephony-limits.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import type { Operation } from './operation.ts'
import type { UploadBody } from './upload-body.ts'
import { uploadProblem } from './upload-problem.ts'

/** Streams the body to disk, where it stays until `work` is done. */
export async function withUpload<T>(
  { uploads }: TelephonyPlatform,
  operation: Operation,
  { company, contact, caller }: Actor,
  request: FastifyRequest,
  work: (body: UploadBody) => Promise<T>,
): Promise<T> {
  const { fileBytes = 0 } = operation
  let upload: Upload | undefined
  try {
    const tenant = `telephony ${company.id}`
    upload = uploads.begin({ key: `${tenant} ${uploaderOf(caller, contact)}`, tenant }, request.raw)
    return await work(await receive(upload, operation, request))
  } catch (error) {
    throw uploadProblem(error, fileBytes)
  } finally {
    await upload?.end()
  }
}

async function receive(upload: Upload, operation: Operation, request: FastifyRequest): Promise<UploadBody> {
  const { fileBytes = 0 } = operation
  const { 'content-type': type = '', 'content-length': length = 0 } = request.headers
  const isForm = operation.body === 'form' && /^multipart\/form-data\b/i.test(type)
  if (Number(length) > fileBytes + (isForm ? FORM_BYTES : 0)) throw new UploadRefusal('body')
  if (!isForm) return { isForm, fields: {}, files: [await receiveFile(request.raw, upload, fileBytes)] }
  const fieldBytes = request.routeOptions.bodyLimit
  const form = await receiveForm(request.raw, type, upload, { parts: FORM_PARTS, fieldBytes, fileBytes })
  return { isForm, ...form }
}

/** The text of a body that is not a form. */
export async function textOfUpload({ files: [file] }: UploadBody, mostBytes: number): Promise<string> {
  if (!file) return ''
  if (file.size > mostBytes) throw new Problem(413, 'The request is too large')
  return readFile(file.path, 'utf8')
}
