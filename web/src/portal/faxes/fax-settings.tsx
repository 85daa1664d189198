import type { FaxDestination } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { faultsOf, messageOf } from '../../api/api-failure.ts'
import { isMissing } from '../../api/server-mode.ts'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList, RowActions } from '../../resource/resource-list.tsx'
import { type Draft, readWords, useShown } from '../../resource/use-draft.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Card } from '../../ui/section-page.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import styles from './faxes.module.css'

/** The company's fax numbers, and who gets incoming faxes by email. The owner changes them. */
export function FaxSettings() {
  const { client } = usePortal()
  const { data, error, refetch } = useQuery({
    queryKey: portalKeys.faxNumbers,
    queryFn: ({ signal }) => client.call('GET /fax/numbers', {}, undefined, { signal }),
  })
  return (
    <>
      <Card title={p.faxes.numbers}>
        {error !== null && <ErrorState error={error} onRetry={refetch} />}
        {error === null && !data && <LoadingState />}
        {data?.length === 0 && <p className={styles.soft}>{p.faxes.noNumbers}</p>}
        <ul className={styles.list}>
          {data?.map(({ number, is_default: isDefault }) => (
            <li key={number}>
              {showNumber(number)} {isDefault && <Badge>{p.faxes.default}</Badge>}
            </li>
          ))}
        </ul>
      </Card>
      <FaxDestinations />
    </>
  )
}

function FaxDestinations() {
  const { client, mayManage } = usePortal()
  const resource: Resource<FaxDestination, FaxDestinationInput> = {
    title: p.faxes.destinations,
    query: useQuery({
      queryKey: portalKeys.faxDestinations,
      queryFn: ({ signal }) => client.call('GET /fax/destinations', {}, undefined, { signal }),
    }),
    idOf: ({ id }) => id,
    nameOf: ({ reprname }) => reprname,
    above: (
      <p className={styles.soft}>
        {isMissing('mail') ? p.faxes.noMail : p.faxes.destinationsIntro} {!mayManage && p.faxes.onlyOwner}
      </p>
    ),
    empty: { title: p.faxes.noDestinations },
    view: (destinations, { open }) => (
      <ul className={styles.list}>
        {destinations.map((one) => (
          <li key={one.id}>
            <span className={styles.grow}>{one.reprname}</span>
            {mayManage && (
              <RowActions
                groups={[
                  [
                    {
                      label: p.faxes.editDestination(one.reprname),
                      icon: <Pencil />,
                      onChoose: () => open(one, 'edit'),
                    },
                    {
                      label: p.faxes.deleteDestination(one.reprname),
                      icon: <Trash2 />,
                      onChoose: () => open(one, 'delete'),
                    },
                  ],
                ]}
              />
            )}
          </li>
        ))}
      </ul>
    ),
    create: mayManage && { label: p.faxes.addDestination, icon: <Plus />, look: 'plain', size: 'small' },
    form: {
      title: (destination) => (destination ? p.faxes.editDestinationTitle : p.faxes.addDestination),
      size: 'small',
      submit: t.ui.save,
      saved: null,
      fields: [{ kind: 'other', key: 'emails', render: (draft) => <EmailsField draft={draft} /> }],
      create: {
        fresh: { emails: [] },
        save: (destination) => client.call('POST /fax/destinations', {}, destination),
      },
      change: {
        storedOf: ({ emails }) => ({ emails }),
        save: ({ id }, _, destination) =>
          client.call('PUT /fax/destinations/{destination_id}', { destination_id: id }, destination),
      },
    },
    remove: {
      title: () => p.faxes.deleteDestinationTitle,
      confirm: p.faxes.deleteDestinationTitle,
      text: ({ reprname }) => p.faxes.deleteDestinationText(reprname),
      run: ({ id }) => client.call('DELETE /fax/destinations/{destination_id}', { destination_id: id }),
    },
  }
  return <ResourceList resource={resource} frame={Card} />
}

interface FaxDestinationInput {
  emails: string[]
}

/** One address on each line. */
function EmailsField({ draft }: { draft: Draft<FaxDestinationInput> }) {
  useShown(draft, '/emails')
  return (
    <TextArea
      label={p.faxes.emails}
      hint={p.faxes.emailsHint}
      required
      rows={4}
      value={draft.text('/emails', '\n')}
      onChange={({ target: { value } }) => draft.set('/emails', readWords(value), value)}
      error={draft.error === undefined ? undefined : complaintOf(draft.error, draft.value('/emails'))}
    />
  )
}

/** The server names addresses by their index; the user knows them by their text. */
function complaintOf(error: unknown, emails: readonly string[]): string {
  const faults = faultsOf(error).map(({ pointer, detail }) => {
    const email = emails[Number(pointer.split('/')[2])]
    return email === undefined ? detail : p.faxes.emailFault(email, detail)
  })
  return faults.length > 0 ? faults.join(', ') : messageOf(error)
}
