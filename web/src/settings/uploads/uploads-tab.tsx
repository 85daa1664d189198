import { useQuery } from '@tanstack/react-query'
import { Files, Trash2 } from 'lucide-react'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { t } from '../../texts/texts.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { Part } from '../../ui/section-page.tsx'
import styles from './uploads-tab.module.css'

type Attachment = ChatOutput<'GET /attachments'>['attachments'][number]

const MEBIBYTE = 1_048_576

/** The user's files, and which messages use them. */
export function UploadsTab() {
  const texts = t.settings.uploads
  const resource: Resource<Attachment> = {
    title: t.settings.tabs.uploads,
    query: useQuery({
      queryKey: chatKeys.attachments,
      queryFn: ({ signal }) => callChat('GET /attachments', {}, { signal }),
      select: ({ attachments }) => attachments,
    }),
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    above: <UsedSpace />,
    empty: { icon: <Files />, title: texts.none, hint: texts.noneText },
    columns: [
      {
        heading: texts.file,
        className: styles.name,
        cell: ({ path_id: path, name }) => (
          <a href={`/user_uploads/${path}`} target="_blank" rel="noreferrer">
            {name}
          </a>
        ),
      },
      { heading: texts.size, className: styles.number, cell: ({ size }) => formatSize(size) },
      {
        heading: texts.date,
        className: styles.number,
        cell: ({ create_time: time }) => <DateTime at={new Date(time).toISOString()} />,
      },
      {
        heading: texts.messages,
        cell: ({ messages }) =>
          messages.length === 0
            ? texts.unused
            : messages.map(({ id }) => (
                <a key={id} className={styles.message} href={`#narrow/near/${id}`}>
                  {texts.message(id)}
                </a>
              )),
      },
    ],
    actions: ({ name }, open) => [
      [{ label: texts.deleteFile(name), icon: <Trash2 />, onChoose: () => open('delete') }],
    ],
    remove: {
      title: ({ name }) => texts.deleteTitle(name),
      text: () => texts.deleteText,
      run: ({ id }) => callChat('DELETE /attachments/{attachment_id}', { attachment_id: id }),
    },
  }
  return <ResourceList resource={resource} frame={Part} />
}

function UsedSpace() {
  const quota = useChat((state) => state.realm.upload_quota_mib)
  const { data } = useQuery({
    queryKey: chatKeys.attachments,
    queryFn: ({ signal }) => callChat('GET /attachments', {}, { signal }),
  })
  if (!data) return null
  const texts = t.settings.uploads
  const own = data.attachments.reduce((sum, { size }) => sum + size, 0)
  const total = formatSize(data.upload_space_used)
  return (
    <p className={styles.space}>
      {texts.own(data.attachments.length, formatSize(own))}{' '}
      {quota ? texts.ofQuota(total, formatSize(quota * MEBIBYTE)) : texts.all(total)}
    </p>
  )
}
