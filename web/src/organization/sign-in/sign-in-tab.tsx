import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, FlaskConical, KeyRound, Plus } from 'lucide-react'
import { type ChatInput, type ChatOutput, callChat } from '../../api/chat-api.ts'
import { useTwoFactor } from '../../chat/proof/use-two-factor.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import type { FieldSpec } from '../../resource/draft-fields.tsx'
import { editAndDelete } from '../../resource/edit-and-delete.tsx'
import type { Resource, ResourceDialogProps } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { o } from '../../texts/organization-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopiedValue } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { roleGroupFields, userGroupsField } from '../directories/group-fields.ts'
import styles from './sign-in-tab.module.css'

type Provider = ChatOutput<'GET /realm/identity_providers'>['identity_providers'][number]
/** What is typed; the kind follows from the metadata. */
type ProviderInput = Required<ChatInput<'POST /realm/identity_providers'>> & { kind: Provider['kind'] }

/** Where people of the organization sign in, besides their password. */
export function SignInTab() {
  const texts = o.signIn
  const isProtected = useTwoFactor().data?.enabled ?? false
  const resource: Resource<Provider, ProviderInput> = {
    title: texts.title,
    intro: texts.intro,
    query: useQuery({
      queryKey: chatKeys.identityProviders,
      queryFn: async ({ signal }) =>
        (await callChat('GET /realm/identity_providers', {}, { signal })).identity_providers,
    }),
    idOf: ({ id }) => id,
    nameOf: ({ label }) => label,
    empty: { icon: <KeyRound />, title: texts.none, hint: texts.noneHint },
    columns: [
      { heading: texts.label, cell: ({ label }) => label },
      { heading: texts.issuer, wide: true, cell: ({ issuer }) => <code>{issuer}</code> },
      {
        heading: texts.state,
        cell: ({ is_active: isActive }) =>
          isActive ? <Badge look="success">{texts.on}</Badge> : <Badge>{texts.off}</Badge>,
      },
    ],
    menu: ({ label }) => o.actionsFor(label),
    actions: ({ label }, open) => [
      [{ label: texts.test, icon: <FlaskConical />, onChoose: () => open('test') }],
      ...editAndDelete(label, open),
    ],
    create: { label: texts.create, icon: <Plus /> },
    form: {
      title: (provider) => (provider ? texts.editTitle : texts.create),
      intro: (provider) => provider && <Addresses provider={provider} />,
      fields: (draft, provider) => [
        ...fieldsOf(provider?.kind ?? draft.value('/kind'), provider),
        ...proofFields(isProtected),
      ],
      create: {
        fresh: {
          kind: 'openid',
          metadata: '',
          label: '',
          issuer: '',
          client_id: '',
          client_secret: '',
          join: 'invited',
          is_active: false,
          trusts_addresses: false,
          own_redirect_uri: true,
          groups: { attribute: '', administrators_group: '', guests_group: '', user_groups: false },
          ...noProof,
        },
        save: async ({ kind, password, code, ...input }) => {
          const { id } = await callChat('POST /realm/identity_providers', {
            ...input,
            ...(password !== '' && { password }),
            ...(isProtected && { code }),
            metadata: kind === 'saml' ? input.metadata : '',
          })
          const { identity_providers: all } = await callChat('GET /realm/identity_providers', {})
          return all.find((one) => one.id === id)!
        },
        next: 'test',
      },
      change: {
        storedOf: ({
          kind,
          label,
          issuer,
          client_id = '',
          join,
          is_active,
          trusts_addresses = false,
          own_redirect_uri = true,
          groups,
        }) => ({
          kind,
          metadata: '',
          label,
          issuer,
          client_id,
          client_secret: '',
          join,
          is_active,
          trusts_addresses,
          own_redirect_uri,
          groups,
          ...noProof,
        }),
        save: ({ id, groups: before }, { kind: _, groups, ...patch }) =>
          callChat('PATCH /realm/identity_providers/{provider_id}', {
            provider_id: id,
            ...patch,
            ...(groups && { groups: { ...before, ...groups } }),
          }),
      },
    },
    dialogs: { test: (props) => <TestDialog {...props} /> },
    remove: {
      title: ({ label }) => texts.deleteTitle(label),
      text: () => texts.deleteText,
      run: ({ id }) => callChat('DELETE /realm/identity_providers/{provider_id}', { provider_id: id }),
    },
  }
  return <ResourceList resource={resource} />
}

function fieldsOf(
  kind: Provider['kind'] | undefined,
  provider: Provider | undefined,
): readonly FieldSpec<ProviderInput>[] {
  const texts = o.signIn
  return [
    ...(provider
      ? []
      : [
          {
            kind: 'select',
            at: '/kind',
            label: texts.kind,
            options: [
              { value: 'openid', text: 'OpenID Connect' },
              { value: 'saml', text: 'SAML 2.0' },
            ],
          } as const,
        ]),
    { at: '/label', label: texts.label, hint: texts.labelHint, required: true, maxLength: 60 },
    ...(kind === 'saml' ? samlFields(provider) : openIdFields(provider)),
    {
      kind: 'select',
      at: '/join',
      label: texts.join,
      options: [
        { value: 'invited', text: texts.joinInvited },
        { value: 'everyone', text: texts.joinEveryone },
      ],
    },
    { kind: 'switch', at: '/is_active', label: texts.active, hint: texts.activeHint },
    {
      kind: 'more',
      fields: [
        {
          at: '/groups/attribute',
          label: kind === 'saml' ? texts.groupsAttribute : texts.groupsClaim,
          hint: texts.groupsHint,
          maxLength: 200,
          spellCheck: false,
          trim: true,
        },
        { kind: 'row', fields: roleGroupFields('/groups') },
        userGroupsField('/groups', texts.userGroupsHint),
      ],
    },
  ]
}

/** A provider decides who gets in, so the server asks for a proof before each change. */
const noProof = { password: '', code: '' }

const proofFields = (isProtected: boolean): readonly FieldSpec<ProviderInput>[] => [
  {
    at: '/password',
    label: t.settings.password.yours,
    hint: t.settings.password.yoursIfAny,
    type: 'password',
    autoComplete: 'current-password',
    maxLength: 1000,
  },
  ...(isProtected
    ? [
        {
          at: '/code',
          label: t.signIn.code,
          hint: t.signIn.codeHint,
          autoComplete: 'one-time-code',
          required: true,
          maxLength: 30,
        } as const,
      ]
    : []),
]

const samlFields = (provider: Provider | undefined): readonly FieldSpec<ProviderInput>[] => [
  {
    kind: 'area',
    at: '/metadata',
    label: o.signIn.metadata,
    hint: provider ? o.signIn.metadataKept : o.signIn.metadataHint,
    required: !provider,
    rows: 8,
    maxLength: 100_000,
  },
]

function openIdFields(provider: Provider | undefined): readonly FieldSpec<ProviderInput>[] {
  const texts = o.signIn
  return [
    {
      at: '/issuer',
      label: texts.issuer,
      hint: texts.issuerHint,
      type: 'url',
      required: true,
      maxLength: 500,
      placeholder: 'https://id.example.com/realms/main',
    },
    {
      kind: 'row',
      fields: [
        { at: '/client_id', label: texts.clientId, required: true, maxLength: 500, spellCheck: false },
        {
          at: '/client_secret',
          label: texts.clientSecret,
          type: 'password',
          autoComplete: 'off',
          required: !provider,
          maxLength: 500,
          ...(provider && { hint: texts.secretHint }),
        },
      ],
    },
    { kind: 'check', at: '/trusts_addresses', label: texts.trusts, hint: texts.trustsHint },
    ...(provider?.own_redirect_uri === false
      ? [
          {
            kind: 'check',
            at: '/own_redirect_uri',
            label: texts.ownRedirectUri,
            hint: texts.ownRedirectUriHint(ownRedirectUri(provider)),
          } as const,
        ]
      : []),
  ]
}

/** The address that an older provider gets with its next change. */
const ownRedirectUri = ({ id, redirect_uri: shared }: Provider) =>
  shared.replace(/callback$/, `${id}/callback`)

/** What to enter at the provider. */
function Addresses({ provider }: { provider: Provider }) {
  const texts = o.signIn
  const { kind, entity_id, redirect_uri, logout_uri } = provider
  const all: [label: string, value: string | undefined][] = [
    [texts.entityId, entity_id],
    [kind === 'saml' ? texts.acs : texts.redirectUri, redirect_uri],
    [texts.logoutUri, logout_uri],
  ]
  return all.map(
    ([label, value]) =>
      value !== undefined && (
        <p key={label}>
          {label} <CopiedValue label={label} value={value} />
        </p>
      ),
  )
}

/** What works of a provider, and what does not. */
function TestDialog({ item, onClose }: ResourceDialogProps<Provider>) {
  const texts = o.signIn
  const tested = useQuery({
    queryKey: [...chatKeys.identityProviders, item.id, 'test'],
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) =>
      callChat('POST /realm/identity_providers/{provider_id}/test', { provider_id: item.id }, { signal }),
  })
  return (
    <Dialog
      title={texts.testTitle(item.label)}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {t.ui.close}
        </Button>
      }
    >
      {tested.error !== null && <ErrorState error={tested.error} onRetry={tested.refetch} />}
      {tested.isPending && <LoadingState />}
      <Addresses provider={item} />
      <ul className={styles.checks}>
        {tested.data?.checks.map(({ check, ok, detail }) => (
          <li key={check} className={ok ? styles.good : styles.bad}>
            {ok ? <CircleCheck aria-label={texts.works} /> : <CircleX aria-label={texts.fails} />}
            <span>
              <strong>{nameOf(check)}</strong>
              {detail}
            </span>
          </li>
        ))}
      </ul>
      {tested.data?.checks.every(({ ok }) => ok) && <p>{item.is_active ? texts.good : texts.goodOff}</p>}
    </Dialog>
  )
}

/** A newer server may try more. */
const nameOf = (check: string) => (o.signIn.checks as Partial<Record<string, string>>)[check] ?? check
