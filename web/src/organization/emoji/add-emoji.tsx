import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { PICTURE_MEBIBYTES, pictureTypes, uploadPicture } from '../../api/upload-picture.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from '../organization-forms.module.css'
import { TabRow } from '../tab-row.tsx'

export function AddEmoji() {
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
