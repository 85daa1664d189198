import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { o } from '../../texts/organization-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card } from '../../ui/section-page.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from '../organization-forms.module.css'
import { TabRow } from '../tab-row.tsx'
import { isRunning, type PeopleImport } from './people-import.ts'
import { PeopleImportCard } from './people-import-card.tsx'

const POLL_MS = 1000
const template = 'email,name,role,active,groups,streams\nnora@example.com,Nora New,member,,,general\n'

/** Creates and changes many people with a CSV file: upload, preview, confirmation, progress, report. */
export function PeopleImports() {
  const texts = o.peopleImport
  const people = useChat((state) => state.people)
  const client = useQueryClient()
  const { busy, error, run } = useSubmit()
  const [chosen, setChosen] = useState<number>()
  const query = useQuery({
    queryKey: chatKeys.peopleImports,
    queryFn: async ({ signal }) => (await callChat('GET /realm/people_imports', {}, { signal })).imports,
    refetchInterval: ({ state: { data } }) => (data?.some(isRunning) ? POLL_MS : false),
  })
  const open = query.data?.find(({ id }) => id === chosen)
  const reload = () => client.invalidateQueries({ queryKey: chatKeys.peopleImports })
  const upload = (file: File) =>
    run(async () => {
      const made = await callChat('POST /realm/people_imports', { file })
      await reload()
      setChosen(made.import.id)
    })
  const resource: Resource<PeopleImport> = {
    title: texts.list,
    query,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    empty: { icon: <FileSpreadsheet />, title: texts.none, hint: texts.noneHint },
    columns: [
      { heading: texts.file, cell: ({ name }) => name || texts.unnamed },
      { heading: texts.when, labelled: true, cell: (made) => <DateTime at={iso(made.created_at)} /> },
      { heading: texts.who, labelled: true, cell: (made) => people.get(made.acting_user_id)?.full_name },
      { heading: texts.state, cell: (made) => <State made={made} /> },
      {
        heading: '',
        cell: (made, dialog) => (
          <TabRow>
            <Button size="small" aria-label={texts.open(made.name)} onClick={() => setChosen(made.id)}>
              {texts.show}
            </Button>
            {!isRunning(made) && (
              <IconButton label={texts.deleteTitle(made.name)} onClick={() => dialog('delete')}>
                <Trash2 />
              </IconButton>
            )}
          </TabRow>
        ),
      },
    ],
    remove: {
      title: ({ name }) => texts.deleteTitle(name),
      text: () => texts.deleteText,
      confirm: texts.delete,
      run: ({ id }) => callChat('DELETE /realm/people_imports/{import_id}', { import_id: id }),
    },
  }
  return (
    <>
      <Card title={texts.title}>
        <p className={styles.soft}>{texts.intro}</p>
        <p className={styles.soft}>{texts.columns}</p>
        {error !== undefined && <Notice look="danger">{messageOf(error)}</Notice>}
        <TabRow>
          <FileButton
            label={texts.choose}
            accept=".csv,.tsv,.txt,text/csv"
            busy={busy}
            onChoose={(file) => void upload(file)}
          />
          <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(template)}`} download="people.csv">
            {texts.template}
          </a>
        </TabRow>
      </Card>
      {open && <PeopleImportCard key={open.id} made={open} reload={reload} />}
      <ResourceList resource={resource} frame={Card} />
    </>
  )
}

function State({ made }: { made: PeopleImport }) {
  const { states, progress } = o.peopleImport
  if (isRunning(made)) {
    return (
      <>
        <Badge look="accent">{states.running}</Badge> {progress(made.done, made.total)}
      </>
    )
  }
  if (made.finished_at === null) {
    return made.wrong > 0 ? <Badge look="danger">{states.wrong}</Badge> : <Badge>{states.planned}</Badge>
  }
  const isWhole = made.failed === 0 && made.problem === null
  return <Badge look={isWhole ? 'success' : 'warning'}>{isWhole ? states.done : states.partly}</Badge>
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
