import { Type } from '@sinclair/typebox'
import type { ChatConfig, Db } from '../../chat-platform.ts'
import { MEBIBYTE, PICTURE_MEBIBYTES } from '../../http/one-file.ts'
import type { Actor } from '../../identity/users/user.ts'
import { findSpaceUsed } from './uploaded-file-store.ts'

const number = Type.Optional(Type.Integer())
const numberOrNone = Type.Optional(Type.Union([Type.Integer(), Type.Null()]))

/** Maximum file sizes, under the names of newer and older clients. */
export const uploadLimitFields = {
  max_file_upload_size_mib: number,
  max_avatar_file_size_mib: number,
  max_avatar_file_size: number,
  max_icon_file_size_mib: number,
  max_icon_file_size: number,
  realm_upload_quota_mib: numberOrNone,
  realm_upload_quota: numberOrNone,
  upload_space_used: number,
}

/** Sent with the organization's settings in register. The quota is null if there is none. */
export function viewUploadLimits({ uploadMegabytes, uploadQuotaMegabytes: quota }: ChatConfig) {
  return {
    max_file_upload_size_mib: uploadMegabytes,
    max_avatar_file_size_mib: PICTURE_MEBIBYTES,
    max_avatar_file_size: PICTURE_MEBIBYTES,
    max_icon_file_size_mib: PICTURE_MEBIBYTES,
    max_icon_file_size: PICTURE_MEBIBYTES,
    realm_upload_quota_mib: quota === 0 ? null : quota,
    realm_upload_quota: quota === 0 ? null : quota * MEBIBYTE,
  }
}

/** Total bytes of the organization's files. Later totals arrive with the events of the user's own files. */
export const initialSpaceUsed = async ({ db, actor }: { db: Db; actor: Actor }) => ({
  upload_space_used: await findSpaceUsed(db, actor.realm.id),
})
