import { useQuery } from '@tanstack/react-query'
import { Download, FileDown, Trash2 } from 'lucide-react'
import { messageOf } from '../../api/api-failure.ts'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { o } from '../../texts/organization-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from './exports-tab.module.css'

type RealmExport = ChatOutput<'GET /export/realm'>['exports'][number]

/** Copies of everything that the organization has. */
export function ExportsTab() {
  const people = useChat((state) => state.people)
  const submit = useSubmit()
  const texts = o.exports
  const resource: Resource<RealmExport> = {
    title: texts.title,
    intro: texts.intro,
    query: useQuery({
      queryKey: chatKeys.exports,
      queryFn: async ({ signal }) => {
        const { exports } = await callChat('GET /export/realm', {}, { signal })
        return exports.sort((one, other) => other.id - one.id)
      },
    }),
    idOf: ({ id }) => id,
    nameOf: ({ id }) => String(id),
    above: submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>,
    empty: { icon: <FileDown />, title: texts.none, hint: texts.noneHint },
    columns: [
      { heading: texts.when, cell: (made) => <DateTime at={iso(made.export_time)} /> },
      { heading: texts.who, cell: (made) => people.get(made.acting_user_id)?.full_name },
      {
        heading: texts.state,
        cell: (made) => (
          <span aria-live="polite">
            <ExportState made={made} />
          </span>
        ),
      },
      {
        heading: '',
        cell: (made, open) =>
          made.export_url && (
            <span className={styles.actions}>
              <a className={styles.link} href={`/api/v1/export/realm/${made.id}/download`} download>
                <Download />
                {t.ui.download}
              </a>
              <IconButton label={texts.deleteOf(made.id)} onClick={() => open('delete')}>
                <Trash2 />
              </IconButton>
            </span>
          ),
      },
    ],
    buttons: () => (
      <Button
        look="primary"
        icon={<FileDown />}
        busy={submit.busy}
        onClick={() => void submit.run(() => callChat('POST /export/realm', {}))}
      >
        {texts.create}
      </Button>
    ),
    remove: {
      title: () => texts.deleteTitle,
      text: () => texts.deleteHint,
      run: ({ id }) => callChat('DELETE /export/realm/{export_id}', { export_id: id }),
    },
  }
  return <ResourceList resource={resource} />
}

function ExportState({ made }: { made: RealmExport }) {
  const texts = o.exports
  if (made.pending) return <Badge look="accent">{texts.pending}</Badge>
  if (made.failed_timestamp !== null) {
    return (
      <>
        <Badge look="danger">{texts.failed}</Badge> <DateTime at={iso(made.failed_timestamp)} />
      </>
    )
  }
  if (made.deleted_timestamp !== null) {
    return (
      <>
        <Badge>{texts.deleted}</Badge> <DateTime at={iso(made.deleted_timestamp)} />
      </>
    )
  }
  return <Badge look="success">{texts.ready}</Badge>
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
