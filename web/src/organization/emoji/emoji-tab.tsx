import { Smile, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { PICTURE_MEBIBYTES, pictureTypes, uploadPicture } from '../../api/upload.ts'
import { EmojiImage } from '../../chat/emoji/emoji-image.tsx'
import type { ChatState } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { o } from '../../texts/organization-texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { Card } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from '../organization-forms.module.css'
import { TabRow } from '../tab-row.tsx'

/** Members add emoji; their authors and administrators take them out of use. */
export function EmojiTab() {
  const me = useChat((state) => state.me)
  const emoji = useChat((state) => state.emoji)
  const texts = o.emoji
  const resource: Resource<RealmEmoji> = {
    title: texts.title,
    intro: texts.intro,
    items: Object.values(emoji)
      .filter((one) => !one.deactivated)
      .sort((one, other) => one.name.localeCompare(other.name)),
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    above: (
      <Card title={texts.add}>
        <AddEmoji />
      </Card>
    ),
    empty: { icon: <Smile />, title: texts.none, hint: texts.noneHint },
    columns: [
      { heading: texts.picture, cell: ({ source_url: url }) => <EmojiImage url={url} /> },
      { heading: texts.name, cell: ({ name }) => <code>:{name}:</code> },
      { heading: texts.author, cell: ({ author }) => author.full_name },
    ],
    actions: ({ name, author }, open) =>
      me.isAdmin || author.id === me.userId
        ? [[{ label: texts.deactivateNamed(name), icon: <Trash2 />, onChoose: () => open('delete') }]]
        : [],
    remove: {
      title: ({ name }) => texts.deactivateTitle(name),
      confirm: texts.deactivate,
      text: () => texts.deactivateHint,
      run: ({ name }) => callChat('DELETE /realm/emoji/{emoji_name}', { emoji_name: name }),
    },
  }
  return <ResourceList resource={resource} />
}

type RealmEmoji = ChatState['emoji'][string]

function AddEmoji() {
  const [name, setName] = useState('')
  const [file, setFile] = useState<File>()
  const [progress, setProgress] = useState(0)
  const submit = useSubmit()
  const texts = o.emoji
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
        <FileButton label={o.chooseFile} accept={pictureTypes} onChoose={choose} />
        <span className={styles.soft}>
          {file ? `${file.name} (${formatSize(file.size)})` : texts.fileHint(PICTURE_MEBIBYTES)}
        </span>
      </TabRow>
      {submit.busy && <ProgressBar label={o.uploading} value={progress} />}
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
