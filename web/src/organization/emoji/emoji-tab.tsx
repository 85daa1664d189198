import { Smile, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { PICTURE_MEBIBYTES, pictureTypes, uploadPicture } from '../../api/upload-picture.ts'
import { EmojiImage } from '../../chat/emoji/emoji-image.tsx'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { Notice } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { EmptyState } from '../../ui/view-states.tsx'
import styles from '../organization-forms.module.css'
import { usePages } from '../people/use-pages.ts'
import { TabRow } from '../tab-row.tsx'

/** Members add emoji; their authors and administrators take them out of use. */
export function EmojiTab() {
  const me = useChat((state) => state.me)
  const emoji = useChat((state) => state.emoji)
  const [ended, setEnded] = useState<string>()
  const texts = t.organization.emoji
  const all = Object.values(emoji)
    .filter((one) => !one.deactivated)
    .sort((one, other) => one.name.localeCompare(other.name))
  const { shown, ...pager } = usePages(all, '')
  return (
    <SectionPage title={texts.title} intro={texts.intro}>
      <Card title={texts.add}>
        <AddEmoji />
      </Card>
      {all.length === 0 ? (
        <EmptyState icon={<Smile />} title={texts.none}>
          {texts.noneHint}
        </EmptyState>
      ) : (
        <Table label={texts.title} headings={[texts.picture, texts.name, texts.author, '']}>
          {shown.map(({ id, name, source_url, author }) => (
            <tr key={id}>
              <td>
                <EmojiImage url={source_url} />
              </td>
              <td>
                <code>:{name}:</code>
              </td>
              <td>{author.full_name}</td>
              <td>
                {(me.isAdmin || author.id === me.userId) && (
                  <IconButton label={texts.deactivateNamed(name)} onClick={() => setEnded(name)}>
                    <Trash2 />
                  </IconButton>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <Pager {...pager} />
      {ended !== undefined && (
        <ConfirmDialog
          title={texts.deactivateTitle(ended)}
          confirm={texts.deactivate}
          onConfirm={() => callChat('DELETE /realm/emoji/{emoji_name}', { emoji_name: ended })}
          onClose={() => setEnded(undefined)}
        >
          {texts.deactivateHint}
        </ConfirmDialog>
      )}
    </SectionPage>
  )
}

function AddEmoji() {
  const [name, setName] = useState('')
  const [file, setFile] = useState<File>()
  const [progress, setProgress] = useState(0)
  const submit = useSubmit()
  const texts = t.organization.emoji
  function choose(chosen: File) {
    setFile(chosen)
    setName((last) => last || nameOf(chosen))
  }
  async function add(event: FormEvent) {
    event.preventDefault()
    if (!file) return
    setProgress(0)
    const done = await submit.run(() =>
      uploadPicture(`/realm/emoji/${encodeURIComponent(name.trim())}`, file, setProgress),
    )
    if (!done) return
    showToast(texts.added(name.trim()))
    setName('')
    setFile(undefined)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void add(event)}>
      <div className={styles.narrow}>
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          required
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <TabRow>
        <FileButton label={t.organization.chooseFile} accept={pictureTypes} onChoose={choose} />
        <span className={styles.soft}>
          {file ? `${file.name} (${formatSize(file.size)})` : texts.fileHint(PICTURE_MEBIBYTES)}
        </span>
      </TabRow>
      {submit.busy && <ProgressBar label={t.organization.uploading} value={progress} />}
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      <TabRow>
        <Button look="primary" type="submit" busy={submit.busy} disabled={!file}>
          {texts.add}
        </Button>
      </TabRow>
    </form>
  )
}

/** A suggestion for the name: the file name, in the letters that names may have. */
const nameOf = (file: File) =>
  file.name
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .replaceAll(/[^0-9a-z._-]+/g, '_')
