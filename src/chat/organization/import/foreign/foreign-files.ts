import { copyFile, link, mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sniffFile } from '../../../../platform/files/sniff-type.ts'
import { drawSquares } from '../../../files/pictures/draw-square.ts'
import { pictureAddress } from '../../../files/pictures/public-picture.ts'
import { addressName, pathId, uploadAddress } from '../../../files/uploads/upload-path.ts'
import { drawEmoji } from '../../../markdown/custom-emoji/emoji-picture.ts'
import { MEDIUM, mediumFile, SMALL } from '../../../people/avatars/set-avatar.ts'
import type { ForeignArchive } from './foreign-archive.ts'
import type { ForeignEmoji, ForeignPerson } from './foreign-export.ts'
import type { ForeignFile } from './foreign-target.ts'
import type { LeftOut } from './left-out.ts'

/** Unguessable, and the same in each run, so that an interrupted import can be continued. */
export type NameFile = (key: string) => string

interface StoredFile {
  id: number
  address: string
}

/** Puts the files and pictures of an export into the archive. */
export class ForeignFiles {
  readonly #archive: ForeignArchive
  readonly #nameFile: NameFile
  readonly #leftOut: LeftOut
  readonly #uploads = new Map<string, StoredFile>()
  readonly #idByToken = new Map<string, number>()

  constructor(archive: ForeignArchive, nameFile: NameFile, leftOut: LeftOut) {
    this.#archive = archive
    this.#nameFile = nameFile
    this.#leftOut = leftOut
  }

  async addUpload(file: ForeignFile): Promise<string> {
    const known = this.#uploads.get(file.key)
    if (known) return known.address
    const token = this.#nameFile(`upload ${file.key}`)
    await this.#keep('uploads', token, file.path)
    const { size } = await stat(file.path)
    this.#archive.last.attachments += 1
    const id = this.#archive.last.attachments
    const path = pathId(0, token, addressName(file.name))
    await this.#archive.write('attachments', {
      realm_id: 0,
      id,
      token,
      name: file.name.replaceAll('\0', '') || 'uploaded-file',
      path_id: path,
      owner_id: file.ownerId,
      mimetype: await sniffFile(file.path),
      size,
      created_at: file.createdAt,
      // Never removed as a file of an unsent message.
      was_claimed: 1,
    })
    this.#uploads.set(file.key, { id, address: uploadAddress(path) })
    this.#idByToken.set(token, id)
    return uploadAddress(path)
  }

  idOf = (token: string) => this.#idByToken.get(token)

  /** The address of a person's picture; null without one. */
  async drawAvatar(person: ForeignPerson): Promise<string | null> {
    if (person.avatar === undefined) return null
    const file = `${this.#nameFile(`avatar ${person.id}`)}.png`
    try {
      const [small, medium] = await drawSquares(0, received(person.avatar), [SMALL, MEDIUM])
      await this.#write('avatars', file, small!)
      await this.#write('avatars', mediumFile(file), medium!)
    } catch (error) {
      this.#leftOut.add(
        'Avatars that cannot be read as pictures',
        `${person.fullName} (${(error as Error).message})`,
      )
      return null
    }
    return `${pictureAddress('avatars', 0, file)}?version=2`
  }

  async drawEmoji(
    emoji: ForeignEmoji,
  ): Promise<{ source_url: string; still_url: string | null } | undefined> {
    try {
      const drawn = await drawEmoji(0, received(emoji.picture), this.#nameFile(`emoji ${emoji.id}`))
      for (const [name, bytes] of drawn.pictures) await this.#write('emoji', name, bytes)
      const address = (name: string) => pictureAddress('emoji', 0, name)
      const still = drawn.stillFile === undefined ? null : address(drawn.stillFile)
      return { source_url: address(drawn.file), still_url: still }
    } catch (error) {
      this.#leftOut.add(
        'Custom emoji that cannot be read as pictures',
        `${emoji.name} (${(error as Error).message})`,
      )
      return undefined
    }
  }

  async #write(kind: string, name: string, bytes: Buffer): Promise<void> {
    await writeFile(await this.#pathOf(kind, name), bytes, { mode: 0o600 })
  }

  /** A link costs no space. It does not work across disks. */
  async #keep(kind: string, name: string, path: string): Promise<void> {
    const target = await this.#pathOf(kind, name)
    await link(path, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      return copyFile(path, target)
    })
  }

  async #pathOf(kind: string, name: string): Promise<string> {
    const path = join(this.#archive.folder, 'files', kind, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    return path
  }
}

const received = (path: string) => ({ field: '', name: '', path, size: 0 })
