// Made by `npm run openapi` from docs/openapi/telephony.json.

export type Address = { address2: string; city: string; country: string; number: string; state: string; street: { name: string; number: number | null; type: string }; zip: string }

export type AddressInput = { address2?: string | null; city?: string | null; country?: string | null; number?: string | null; state?: string | null; street?: { name?: string | null; number?: number | null; type?: string | null } | null; zip?: string | null }

export type ApiKey = { id: string; name: string; scopes: ("read" | "write" | "admin")[]; ending: string; created_at: string; expires_at: string | null; last_used_at: string | null; replaced_by: string | null }

export type ApiKeyInput = { name: string; scopes: ("read" | "write" | "admin")[]; expires_at?: string | null }

export type ApiKeyPatch = { id?: unknown; name?: string; scopes?: ("read" | "write" | "admin")[]; ending?: unknown; created_at?: unknown; expires_at?: unknown; last_used_at?: unknown; replaced_by?: unknown }

export type FreshApiKey = { id: string; name: string; scopes: ("read" | "write" | "admin")[]; ending: string; created_at: string; expires_at: string | null; last_used_at: string | null; replaced_by: string | null; key: string }

export type AuditEntry = { id: string; at: string; contact: { id: string; name: string } | null; api_key: { id: string; name: string } | null; acted_by: { id: string; name: string } | null; action: string; subject: { kind: string; id: string }; before: Record<string, unknown> | null; after: Record<string, unknown> | null }

export type Company = { id: string; address: Address; affiliate: boolean; billing_email: string; created: string; description: string; email: string; emergency_contact_number: string; employees: number; fax: string; name: string; onboarding: boolean; partner_id: string | null; phone: string; revenue: number | null; status: string; updated: string; website: string }

export type CompanyPatch = { id?: unknown; address?: AddressInput | null; affiliate?: boolean; billing_email?: string | null; created?: unknown; description?: string | null; email?: string | null; emergency_contact_number?: string | null; employees?: number | null; fax?: string | null; name?: string; onboarding?: boolean; partner_id?: unknown; phone?: string | null; revenue?: number | null; status?: unknown; updated?: unknown; website?: string | null }

export type Contact = { id: string; activated: boolean; address: Address; birthdate: string | null; company_id: string; contacts: { email: string; fax: string; phones: { home: string; mobile: string; other: string; work: string } }; created: string; description: string; emergency_contact_number: string; extension: { id: string; description: string; name: string; number: number } | null; first_name: string; last_name: string; invitation: { accepted_at: string | null; expired_at: string | null; issued_at: string | null; status: "none" | "pending" | "accepted" | "expired" | "revoked" }; last_enter: string | null; primary_agent: string | null; timezone: string; title: string; updated: string; work_email: string }

export type NewContact = { id?: unknown; activated?: boolean; address?: AddressInput | null; birthdate?: string | null; company_id?: unknown; contacts?: { email?: string | null; fax?: string | null; phones?: { home?: string | null; mobile?: string | null; other?: string | null; work?: string | null } | null }; created?: unknown; description?: string | null; emergency_contact_number?: string | null; extension?: unknown; last_name?: string | null; invitation?: unknown; last_enter?: unknown; primary_agent?: string | null; timezone?: string | null; title?: string | null; updated?: unknown; work_email?: string | null; first_name: string }

export type ContactPatch = { id?: unknown; activated?: boolean; address?: AddressInput | null; birthdate?: string | null; company_id?: unknown; contacts?: { email?: string | null; fax?: string | null; phones?: { home?: string | null; mobile?: string | null; other?: string | null; work?: string | null } | null }; created?: unknown; description?: string | null; emergency_contact_number?: string | null; extension?: unknown; last_name?: string | null; invitation?: unknown; last_enter?: unknown; primary_agent?: string | null; timezone?: string | null; title?: string | null; updated?: unknown; work_email?: string | null; first_name?: string }

export type Location = { id: string; address2: string; building: { type: string; value: string }; callerid: string; city: string; company_id: string; country: string; e911_provisioned: boolean; email: string; fax: string; latitude: number | null; longitude: number | null; name: string; pbx_id: string; phone: string; state: string; street: { name: string; number: number | null; type: string }; user_id: string | null; zip: string }

export type NewLocation = { id?: unknown; address2?: string | null; building?: { type?: string | null; value?: string | null } | null; callerid?: string | null; city?: string | null; company_id?: unknown; country?: string | null; e911_provisioned?: unknown; email?: string | null; fax?: string | null; latitude?: number | null; longitude?: number | null; pbx_id?: unknown; phone?: string | null; state?: string | null; street?: { name?: string | null; number?: number | null; type?: string | null } | null; user_id?: unknown; zip?: string | null; name: string }

export type LocationPatch = { id?: unknown; address2?: string | null; building?: { type?: string | null; value?: string | null } | null; callerid?: string | null; city?: string | null; company_id?: unknown; country?: string | null; e911_provisioned?: unknown; email?: string | null; fax?: string | null; latitude?: number | null; longitude?: number | null; pbx_id?: unknown; phone?: string | null; state?: string | null; street?: { name?: string | null; number?: number | null; type?: string | null } | null; user_id?: unknown; zip?: string | null; name?: string }

export type Instance = { _id: string; uuid: string; accountcode: string; channel_driver: string; company_id: string; company_name: string; external_domain: string; fqdn: string; hostname: string; internal_domain: string; ip: string; proxy_ip: string }

export type Extension = { _id: string; data: ExtensionData; extensions: (unknown)[]; location: Location | null; location_id: string; outbound_callerid: { name: string; number: string; value: string } | null; pbx: string; phone: ({ _id: string; company: string; data: { reg: ({ displayname: string; label: string; password?: string; server: ({ address: string })[]; userid: number })[] } })[]; purpose: string; 'qr-config': { displayname: string; outbound_server: string; password: string; server: string; user: string } | null; reserved: { config_id: string; to: string } | null; subscriber: { call_status: string; extension_id: string; state: string }; user: Contact | null }

export type ExtensionData = { id: number; name: string; extension: number; accountcode: string; allow: string; answermode: string; avpf: string; bundle: string; busy_cid: string; busy_dest: string; callerid: string; callwaiting_enable: string; chanunavail_cid: string; chanunavail_dest: string; cid_masquerade: string; concurrency_limit: number; context: string; description: string; device_state_busy_at: string; devicetype: string; dial: string; disable_star_voicemail: string; disallow: string; dtmfmode: string; emergency_cid: string; findmefollow_annmsg_id: string; findmefollow_calendar_id: string; findmefollow_calendar_match: string; findmefollow_changecid: string; findmefollow_dring: string; findmefollow_enabled: string; findmefollow_fixedcid: string; findmefollow_grplist: string; findmefollow_grppre: string; findmefollow_grptime: number; findmefollow_needsconf: boolean; findmefollow_postdest: string; findmefollow_pre_ring: number; findmefollow_remotealert_id: string; findmefollow_ringing: string; findmefollow_strategy: string; findmefollow_toolate_id: string; findmefollow_voicemail: string; force_rport: string; icesupport: string; intercom: string; mailbox: string; max_contacts: string; maximum_expiration: string; media_encryption: string; media_encryption_optimistic: string; media_use_received_transport: string; mohclass: string; mwi_subscription: string; namedcallgroup: string; namedpickupgroup: string; noanswer: string; noanswer_cid: string; noanswer_dest: string; outboundcid: string; qualifyfreq: string; recording: string; recording_in_external: string; recording_in_internal: string; recording_ondemand: string; recording_out_external: string; recording_out_internal: string; recording_priority: number; rewrite_contact: string; ringtimer: string; rtcp_mux: string; rtp_symmetric: string; sendrpid: string; sipdriver: string; sipname: string; tech: string; timers: string; transport: string; trustrpid: string; user: string; vmx_busy_enabled: string; vmx_option_0_number: string; vmx_option_1_number: string; vmx_option_2_number: string; vmx_play_instructions: boolean; vmx_temp_enabled: string; vmx_unavail_enabled: string; voicemail: string; voicemail_email: string; voicemail_enable: string; voicemail_options: string; voicemail_pager: string; voicemail_same_exten: string; password?: string; secret?: string; voicemail_vmpwd?: string }

export type NewExtension = { _id?: unknown; extensions?: unknown; location?: unknown; location_id?: string; outbound_callerid?: { name?: string | null; number?: string | null; value?: string | null } | null; pbx?: unknown; phone?: unknown; purpose?: "ip-phone" | "mobile-app" | ""; 'qr-config'?: unknown; reserved?: { config_id?: string | null; to?: string | null } | null; subscriber?: unknown; user?: { id: string } | null; data: NewExtensionData }

export type NewExtensionData = { accountcode?: string; allow?: string; answermode?: "disabled" | "intercom"; avpf?: "no" | "yes"; bundle?: "no" | "yes"; busy_cid?: string; busy_dest?: string; callerid?: string; callwaiting_enable?: "ENABLED" | "DISABLED"; chanunavail_cid?: string; chanunavail_dest?: string; cid_masquerade?: string; concurrency_limit?: number; context?: string; description?: string; device_state_busy_at?: string; devicetype?: "fixed" | "adhoc"; dial?: string; disable_star_voicemail?: "no" | "yes"; disallow?: string; dtmfmode?: "rfc4733" | "inband" | "info" | "auto" | "auto_info" | "none"; emergency_cid?: string; findmefollow_annmsg_id?: string; findmefollow_calendar_id?: string; findmefollow_calendar_match?: "yes" | "no"; findmefollow_changecid?: "default" | "fixed" | "extern" | "did" | "forcedid"; findmefollow_dring?: string; findmefollow_enabled?: string; findmefollow_fixedcid?: string; findmefollow_grplist?: string; findmefollow_grppre?: string; findmefollow_grptime?: number; findmefollow_needsconf?: boolean; findmefollow_postdest?: string; findmefollow_pre_ring?: number; findmefollow_remotealert_id?: string; findmefollow_ringing?: string; findmefollow_strategy?: "ringallv2-prim" | "ringallv2" | "ringall" | "ringall-prim" | "hunt" | "hunt-prim" | "memoryhunt" | "memoryhunt-prim" | "firstavailable" | "firstnotonphone"; findmefollow_toolate_id?: string; findmefollow_voicemail?: string; force_rport?: "yes" | "no"; icesupport?: "no" | "yes"; intercom?: "enabled" | "disabled" | "override"; mailbox?: string; max_contacts?: string; maximum_expiration?: string; media_encryption?: "no" | "sdes" | "dtls"; media_encryption_optimistic?: "no" | "yes"; media_use_received_transport?: "no" | "yes"; mohclass?: string; mwi_subscription?: "auto" | "unsolicited" | "solicited"; namedcallgroup?: string; namedpickupgroup?: string; noanswer?: string; noanswer_cid?: string; noanswer_dest?: string; outboundcid?: string; qualifyfreq?: string; recording?: string; recording_in_external?: "dontcare" | "force" | "yes" | "no" | "never"; recording_in_internal?: "dontcare" | "force" | "yes" | "no" | "never"; recording_ondemand?: "disabled" | "enabled" | "override"; recording_out_external?: "dontcare" | "force" | "yes" | "no" | "never"; recording_out_internal?: "dontcare" | "force" | "yes" | "no" | "never"; recording_priority?: number; rewrite_contact?: "yes" | "no"; ringtimer?: string; rtcp_mux?: "no" | "yes"; rtp_symmetric?: "yes" | "no"; sendrpid?: "pai" | "no" | "yes" | "both"; sipdriver?: string; sipname?: string; tech?: "pjsip" | "sip" | "iax2" | "dahdi" | "virtual" | "custom"; timers?: "yes" | "no" | "required" | "always" | "forced"; transport?: string; trustrpid?: "yes" | "no"; user?: string; vmx_busy_enabled?: "disabled" | "enabled" | "blocked"; vmx_option_0_number?: string; vmx_option_1_number?: string; vmx_option_2_number?: string; vmx_play_instructions?: boolean; vmx_temp_enabled?: "disabled" | "enabled" | "blocked"; vmx_unavail_enabled?: "disabled" | "enabled" | "blocked"; voicemail?: "novm" | "default"; voicemail_email?: string; voicemail_enable?: "no" | "yes"; voicemail_options?: string; voicemail_pager?: string; voicemail_same_exten?: "no" | "yes"; password?: string; secret?: string; voicemail_vmpwd?: string; extension?: number; id: number; name: string }

export type ReplacedExtension = { _id?: unknown; extensions?: unknown; location?: unknown; location_id?: string; outbound_callerid?: { name?: string | null; number?: string | null; value?: string | null } | null; pbx?: unknown; phone?: unknown; purpose?: "ip-phone" | "mobile-app" | ""; 'qr-config'?: unknown; reserved?: { config_id?: string | null; to?: string | null } | null; subscriber?: unknown; user?: { id: string } | null; data: { accountcode?: string; allow?: string; answermode?: "disabled" | "intercom"; avpf?: "no" | "yes"; bundle?: "no" | "yes"; busy_cid?: string; busy_dest?: string; callerid?: string; callwaiting_enable?: "ENABLED" | "DISABLED"; chanunavail_cid?: string; chanunavail_dest?: string; cid_masquerade?: string; concurrency_limit?: number; context?: string; description?: string; device_state_busy_at?: string; devicetype?: "fixed" | "adhoc"; dial?: string; disable_star_voicemail?: "no" | "yes"; disallow?: string; dtmfmode?: "rfc4733" | "inband" | "info" | "auto" | "auto_info" | "none"; emergency_cid?: string; findmefollow_annmsg_id?: string; findmefollow_calendar_id?: string; findmefollow_calendar_match?: "yes" | "no"; findmefollow_changecid?: "default" | "fixed" | "extern" | "did" | "forcedid"; findmefollow_dring?: string; findmefollow_enabled?: string; findmefollow_fixedcid?: string; findmefollow_grplist?: string; findmefollow_grppre?: string; findmefollow_grptime?: number; findmefollow_needsconf?: boolean; findmefollow_postdest?: string; findmefollow_pre_ring?: number; findmefollow_remotealert_id?: string; findmefollow_ringing?: string; findmefollow_strategy?: "ringallv2-prim" | "ringallv2" | "ringall" | "ringall-prim" | "hunt" | "hunt-prim" | "memoryhunt" | "memoryhunt-prim" | "firstavailable" | "firstnotonphone"; findmefollow_toolate_id?: string; findmefollow_voicemail?: string; force_rport?: "yes" | "no"; icesupport?: "no" | "yes"; intercom?: "enabled" | "disabled" | "override"; mailbox?: string; max_contacts?: string; maximum_expiration?: string; media_encryption?: "no" | "sdes" | "dtls"; media_encryption_optimistic?: "no" | "yes"; media_use_received_transport?: "no" | "yes"; mohclass?: string; mwi_subscription?: "auto" | "unsolicited" | "solicited"; namedcallgroup?: string; namedpickupgroup?: string; noanswer?: string; noanswer_cid?: string; noanswer_dest?: string; outboundcid?: string; qualifyfreq?: string; recording?: string; recording_in_external?: "dontcare" | "force" | "yes" | "no" | "never"; recording_in_internal?: "dontcare" | "force" | "yes" | "no" | "never"; recording_ondemand?: "disabled" | "enabled" | "override"; recording_out_external?: "dontcare" | "force" | "yes" | "no" | "never"; recording_out_internal?: "dontcare" | "force" | "yes" | "no" | "never"; recording_priority?: number; rewrite_contact?: "yes" | "no"; ringtimer?: string; rtcp_mux?: "no" | "yes"; rtp_symmetric?: "yes" | "no"; sendrpid?: "pai" | "no" | "yes" | "both"; sipdriver?: string; sipname?: string; tech?: "pjsip" | "sip" | "iax2" | "dahdi" | "virtual" | "custom"; timers?: "yes" | "no" | "required" | "always" | "forced"; transport?: string; trustrpid?: "yes" | "no"; user?: string; vmx_busy_enabled?: "disabled" | "enabled" | "blocked"; vmx_option_0_number?: string; vmx_option_1_number?: string; vmx_option_2_number?: string; vmx_play_instructions?: boolean; vmx_temp_enabled?: "disabled" | "enabled" | "blocked"; vmx_unavail_enabled?: "disabled" | "enabled" | "blocked"; voicemail?: "novm" | "default"; voicemail_email?: string; voicemail_enable?: "no" | "yes"; voicemail_options?: string; voicemail_pager?: string; voicemail_same_exten?: "no" | "yes"; password?: string; secret?: string; voicemail_vmpwd?: string; extension?: number; id?: number; name: string } }

export type ExtensionPatch = { _id?: unknown; extensions?: unknown; location?: unknown; location_id?: string; outbound_callerid?: { name?: string | null; number?: string | null; value?: string | null } | null; pbx?: unknown; phone?: unknown; purpose?: "ip-phone" | "mobile-app" | ""; 'qr-config'?: unknown; reserved?: { config_id?: string | null; to?: string | null } | null; subscriber?: unknown; user?: { id: string } | null; data?: { accountcode?: string; allow?: string; answermode?: "disabled" | "intercom"; avpf?: "no" | "yes"; bundle?: "no" | "yes"; busy_cid?: string; busy_dest?: string; callerid?: string; callwaiting_enable?: "ENABLED" | "DISABLED"; chanunavail_cid?: string; chanunavail_dest?: string; cid_masquerade?: string; concurrency_limit?: number; context?: string; description?: string; device_state_busy_at?: string; devicetype?: "fixed" | "adhoc"; dial?: string; disable_star_voicemail?: "no" | "yes"; disallow?: string; dtmfmode?: "rfc4733" | "inband" | "info" | "auto" | "auto_info" | "none"; emergency_cid?: string; findmefollow_annmsg_id?: string; findmefollow_calendar_id?: string; findmefollow_calendar_match?: "yes" | "no"; findmefollow_changecid?: "default" | "fixed" | "extern" | "did" | "forcedid"; findmefollow_dring?: string; findmefollow_enabled?: string; findmefollow_fixedcid?: string; findmefollow_grplist?: string; findmefollow_grppre?: string; findmefollow_grptime?: number; findmefollow_needsconf?: boolean; findmefollow_postdest?: string; findmefollow_pre_ring?: number; findmefollow_remotealert_id?: string; findmefollow_ringing?: string; findmefollow_strategy?: "ringallv2-prim" | "ringallv2" | "ringall" | "ringall-prim" | "hunt" | "hunt-prim" | "memoryhunt" | "memoryhunt-prim" | "firstavailable" | "firstnotonphone"; findmefollow_toolate_id?: string; findmefollow_voicemail?: string; force_rport?: "yes" | "no"; icesupport?: "no" | "yes"; intercom?: "enabled" | "disabled" | "override"; mailbox?: string; max_contacts?: string; maximum_expiration?: string; media_encryption?: "no" | "sdes" | "dtls"; media_encryption_optimistic?: "no" | "yes"; media_use_received_transport?: "no" | "yes"; mohclass?: string; mwi_subscription?: "auto" | "unsolicited" | "solicited"; namedcallgroup?: string; namedpickupgroup?: string; noanswer?: string; noanswer_cid?: string; noanswer_dest?: string; outboundcid?: string; qualifyfreq?: string; recording?: string; recording_in_external?: "dontcare" | "force" | "yes" | "no" | "never"; recording_in_internal?: "dontcare" | "force" | "yes" | "no" | "never"; recording_ondemand?: "disabled" | "enabled" | "override"; recording_out_external?: "dontcare" | "force" | "yes" | "no" | "never"; recording_out_internal?: "dontcare" | "force" | "yes" | "no" | "never"; recording_priority?: number; rewrite_contact?: "yes" | "no"; ringtimer?: string; rtcp_mux?: "no" | "yes"; rtp_symmetric?: "yes" | "no"; sendrpid?: "pai" | "no" | "yes" | "both"; sipdriver?: string; sipname?: string; tech?: "pjsip" | "sip" | "iax2" | "dahdi" | "virtual" | "custom"; timers?: "yes" | "no" | "required" | "always" | "forced"; transport?: string; trustrpid?: "yes" | "no"; user?: string; vmx_busy_enabled?: "disabled" | "enabled" | "blocked"; vmx_option_0_number?: string; vmx_option_1_number?: string; vmx_option_2_number?: string; vmx_play_instructions?: boolean; vmx_temp_enabled?: "disabled" | "enabled" | "blocked"; vmx_unavail_enabled?: "disabled" | "enabled" | "blocked"; voicemail?: "novm" | "default"; voicemail_email?: string; voicemail_enable?: "no" | "yes"; voicemail_options?: string; voicemail_pager?: string; voicemail_same_exten?: "no" | "yes"; password?: string; secret?: string; voicemail_vmpwd?: string; extension?: number; id?: number; name?: string } }

export type Provisioning = { display_name: string; username: string; password: string; domain: string; outbound_proxy: string; transport: string; registration_expires: number; uri: string; mailbox: string }

export type Invitation = { company: { name: string }; contact: { first_name: string; last_name: string; email: string }; status: "pending" | "accepted"; expires_at: string }

export type Carrier = { id: string; company: string; host: string; port: number; system_id: string; tls: boolean; numbers: (string)[] | null; state: "connecting" | "connected" | "disconnected"; problem: string | null; state_at: string; created_at: string; updated_at: string }

export type Retention = { calls_days: number | null; voicemail_days: number | null; recordings_days: number | null; texts_days: number | null; faxes_days: number | null; applied_at: string | null }

export type RecordingRules = { notice: "none" | "tone" | "announcement"; notice_to: "outside" | "everybody"; participants_listen: boolean; administrators_listen: boolean }

export type Import = { id: string; company: string; pbx: string; user_id: string; status: "running" | "completed" | "failed" | "cancelled"; total: number; created: number; failed: number; problem: string | null; created_at: string; updated_at: string; ended_at: string | null }

export type ImportReport = { dry_run: boolean; total: number; valid: number; invalid: number; created: number; rows: ({ row: number; status: "valid" | "invalid" | "created"; id?: string; errors: ({ pointer: string; detail: string })[] })[] }

export type Device = { id: string; company: string; pbx: string; vendor: "yealink" | "snom" | "grandstream" | "polycom" | "linphone" | "groundwire"; model: string; mac: string | null; label: string; extensions: (number)[]; lamps: (number)[]; time_zone: string | null; language: string | null; can_fetch: boolean; fetched_at: string | null; user_agent: string; registered_at: string | null; registered_address: string | null; created_at: string; updated_at: string }

export type NewDevice = { vendor: "yealink" | "snom" | "grandstream" | "polycom" | "linphone" | "groundwire"; label: string; extensions: (number)[]; model?: string; mac?: string | null; lamps?: (number)[]; time_zone?: string | null; language?: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "ru" | "tr" | null }

export type DevicePatch = { vendor?: "yealink" | "snom" | "grandstream" | "polycom" | "linphone" | "groundwire"; label?: string; extensions?: (number)[]; model?: string; mac?: string | null; lamps?: (number)[]; time_zone?: string | null; language?: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "ru" | "tr" | null; id?: unknown; company?: unknown; pbx?: unknown; can_fetch?: unknown; fetched_at?: unknown; user_agent?: unknown; registered_at?: unknown; registered_address?: unknown; created_at?: unknown; updated_at?: unknown }

export type Trunk = { id: string; company: string; name: string; kind: "registration" | "ip"; host: string; port: number; transport: "udp" | "tcp" | "tls"; media_encryption: "no" | "sdes" | "dtls"; username: string; has_password: boolean; from_user: string; callerid: string; addresses: (string)[]; codecs: string; enabled: boolean; max_calls: number | null; max_minutes: number | null; order: number; state: "disabled" | "unknown" | "registered" | "rejected" | "unregistered" | "reachable" | "unreachable"; state_changed_at: string | null; problem: "certificate_expired" | "certificate_not_yet_valid" | "certificate_other_name" | "certificate_unknown_authority" | null; endpoint: string; created_at: string; updated_at: string }

export type NewTrunk = { name: string; kind: "registration" | "ip"; host: string; port?: number; transport?: "udp" | "tcp" | "tls"; media_encryption?: "no" | "sdes" | "dtls"; username?: string; password?: string; from_user?: string; callerid?: string; addresses?: (string)[]; codecs?: string; enabled?: boolean; order?: number; max_calls?: number | null; max_minutes?: number | null }

export type TrunkPatch = { name?: string; kind?: "registration" | "ip"; host?: string; port?: number; transport?: "udp" | "tcp" | "tls"; media_encryption?: "no" | "sdes" | "dtls"; username?: string; password?: string; from_user?: string; callerid?: string; addresses?: (string)[]; codecs?: string; enabled?: boolean; order?: number; max_calls?: number | null; max_minutes?: number | null; id?: unknown; company?: unknown; endpoint?: unknown; has_password?: unknown; state?: unknown; state_changed_at?: unknown; problem?: unknown; created_at?: unknown; updated_at?: unknown }

export type BlockedNumber = { id: string; company: string; for_company: boolean; user_id: string | null; number: string; is_prefix: boolean; action: "busy" | "reject" | "voicemail"; note: string; created_at: string; updated_at: string }

export type NewBlockedNumber = { for_company?: boolean; user_id?: string; number: string; is_prefix?: boolean; action?: "busy" | "reject" | "voicemail"; note?: string }

export type CallScreening = { reject_anonymous: boolean; screen_unknown: boolean }

export type Did = { id: string; company: string; number: string; name: string; destination: { kind: "internal" | "fax"; pbx: string | null; number: string }; created_at: string; updated_at: string }

export type NewDid = { number: string; name?: string; destination: { kind: "internal"; pbx: string; number: string } | { kind: "fax"; pbx?: string | null; number?: string } }

export type DidPatch = { number?: string; name?: string; destination?: { kind: "internal"; pbx: string; number: string } | { kind: "fax"; pbx?: string | null; number?: string }; id?: unknown; company?: unknown; created_at?: unknown; updated_at?: unknown }

export type OutboundRoute = { id: string; company: string; name: string; order: number; enabled: boolean; patterns: (string)[]; dial_prefix: string; pbx: string | null; trunks: (string)[]; number_format: "e164" | "digits" | "national"; send_prefix: string; callerid: string; callerid_first: boolean; calling_class: "automatic" | "internal" | "national" | "international" | "nobody"; created_at: string; updated_at: string }

export type NewOutboundRoute = { name: string; order?: number; enabled?: boolean; patterns?: (string)[]; dial_prefix?: string; pbx?: string | null; trunks?: (string)[]; number_format?: "e164" | "digits" | "national"; send_prefix?: string; callerid?: string; callerid_first?: boolean; calling_class?: "automatic" | "internal" | "national" | "international" | "nobody" }

export type OutboundRoutePatch = { name?: string; order?: number; enabled?: boolean; patterns?: (string)[]; dial_prefix?: string; pbx?: string | null; trunks?: (string)[]; number_format?: "e164" | "digits" | "national"; send_prefix?: string; callerid?: string; callerid_first?: boolean; calling_class?: "automatic" | "internal" | "national" | "international" | "nobody"; id?: unknown; company?: unknown; created_at?: unknown; updated_at?: unknown }

export type Emergency = { applies: boolean; is_ready: boolean; missing: ({ what: "trunk" | "working_trunk" | "address" | "callerid"; location_id: string | null; location_name: string | null })[]; locations: ({ location_id: string; numbers: (string)[] })[] }

export type ImportRow = { row: number; status: "waiting" | "created" | "failed"; id: string | null; errors: ({ pointer: string; detail: string })[] }

export type RingGroup = { id: string; company_id: string; pbx: string; number: number; name: string; members: (string)[]; strategy: "ringall" | "hunt" | "memoryhunt" | "firstavailable" | "firstnotonphone" | "ringall-prim" | "hunt-prim" | "memoryhunt-prim"; ring_time: number; prefix: string; destination: string; mailbox: string; created_at: string; updated_at: string }

export type NewRingGroup = { id?: unknown; company_id?: unknown; pbx?: unknown; created_at?: unknown; updated_at?: unknown; number: number; name: string; members: (string)[]; strategy?: "ringall" | "hunt" | "memoryhunt" | "firstavailable" | "firstnotonphone" | "ringall-prim" | "hunt-prim" | "memoryhunt-prim"; ring_time?: number; prefix?: string; destination?: string; mailbox?: string }

export type RingGroupPatch = { id?: unknown; company_id?: unknown; pbx?: unknown; created_at?: unknown; updated_at?: unknown; number?: number; name?: string; members?: (string)[]; strategy?: "ringall" | "hunt" | "memoryhunt" | "firstavailable" | "firstnotonphone" | "ringall-prim" | "hunt-prim" | "memoryhunt-prim"; ring_time?: number; prefix?: string; destination?: string; mailbox?: string }

export type BusinessHours = { id: string; company_id: string; pbx: string; number: number; name: string; time_zone: string; intervals: ({ days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[]; from: string; to: string })[]; exceptions: ({ date: string; name: string; intervals: ({ from: string; to: string })[] })[]; open_destination: string; closed_destination: string; mode: "schedule" | "open" | "closed"; switched_by: (string)[]; created_at: string; updated_at: string }

export type NewBusinessHours = { id?: unknown; company_id?: unknown; pbx?: unknown; created_at?: unknown; updated_at?: unknown; number: number; name: string; time_zone: string; intervals?: ({ days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[]; from: string; to: string })[]; exceptions?: ({ date: string; name: string; intervals: ({ from: string; to: string })[] })[]; open_destination: string; closed_destination?: string; mode?: "schedule" | "open" | "closed"; switched_by?: (string)[] }

export type BusinessHoursPatch = { id?: unknown; company_id?: unknown; pbx?: unknown; created_at?: unknown; updated_at?: unknown; number?: number; name?: string; time_zone?: string; intervals?: ({ days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[]; from: string; to: string })[]; exceptions?: ({ date: string; name: string; intervals: ({ from: string; to: string })[] })[]; open_destination?: string; closed_destination?: string; mode?: "schedule" | "open" | "closed"; switched_by?: (string)[] }

export type Menu = { id: string; company_id: string; pbx: string; number: number; name: string; options: ({ digit: string; destination: string })[]; timeout: number; tries: number; timeout_destination: string; invalid_destination: string; direct_dial: boolean; prompt: { id: string; duration: number; size: number; text: string | null; language: string | null } | null; created_at: string; updated_at: string }

export type NewMenu = { id?: unknown; company_id?: unknown; pbx?: unknown; created_at?: unknown; updated_at?: unknown; number: number; name: string; options?: ({ digit: string; destination: string })[]; timeout?: number; tries?: number; timeout_destination?: string; invalid_destination?: string; direct_dial?: boolean; prompt?: unknown }

export type MenuPatch = { id?: unknown; company_id?: unknown; pbx?: unknown; created_at?: unknown; updated_at?: unknown; number?: number; name?: string; options?: ({ digit: string; destination: string })[]; timeout?: number; tries?: number; timeout_destination?: string; invalid_destination?: string; direct_dial?: boolean; prompt?: unknown }

export type ConferenceRoom = { id: string; company_id: string; pbx: string; number: number; name: string; moderators: (string)[]; wait_for_moderator: boolean; end_with_moderator: boolean; music: string; created_at: string; updated_at: string }

export type NewConferenceRoom = { id?: unknown; company_id?: unknown; pbx?: unknown; created_at?: unknown; updated_at?: unknown; number: number; name: string; moderators?: (string)[]; wait_for_moderator?: boolean; end_with_moderator?: boolean; music?: string }

export type ConferenceRoomPatch = { id?: unknown; company_id?: unknown; pbx?: unknown; created_at?: unknown; updated_at?: unknown; number?: number; name?: string; moderators?: (string)[]; wait_for_moderator?: boolean; end_with_moderator?: boolean; music?: string }

export type NameDirectory = { id: string; company_id: string; pbx: string; number: number; name: string; tries: number; destination: string; created_at: string; updated_at: string }

export type NewNameDirectory = { id?: unknown; company_id?: unknown; pbx?: unknown; created_at?: unknown; updated_at?: unknown; number: number; name: string; tries?: number; destination?: string }

export type NameDirectoryPatch = { id?: unknown; company_id?: unknown; pbx?: unknown; created_at?: unknown; updated_at?: unknown; number?: number; name?: string; tries?: number; destination?: string }

export type DirectoryEntry = { listed: boolean }

export type ConferencePins = { pin: string; moderator_pin: string }

export type ParkingLot = { id: string; company_id: string; pbx: string; number: number; name: string; first_slot: number; last_slot: number; return_after: number; destination: string; music: string; created_at: string; updated_at: string }

export type NewParkingLot = { id?: unknown; company_id?: unknown; pbx?: unknown; created_at?: unknown; updated_at?: unknown; number: number; name: string; first_slot: number; last_slot: number; return_after?: number; destination?: string; music?: string }

export type ParkingLotPatch = { id?: unknown; company_id?: unknown; pbx?: unknown; created_at?: unknown; updated_at?: unknown; number?: number; name?: string; first_slot?: number; last_slot?: number; return_after?: number; destination?: string; music?: string }

export type ParkedCall = { slot: number; number: string; name: string; parked_by: string; parked_at: string; returns_at: string }

export type PagingGroup = { id: string; company_id: string; pbx: string; number: number; name: string; members: (string)[]; callers: (string)[]; two_way: boolean; urgent: boolean; created_at: string; updated_at: string }

export type NewPagingGroup = { id?: unknown; company_id?: unknown; pbx?: unknown; created_at?: unknown; updated_at?: unknown; number: number; name: string; members: (string)[]; callers?: (string)[]; two_way?: boolean; urgent?: boolean }

export type PagingGroupPatch = { id?: unknown; company_id?: unknown; pbx?: unknown; created_at?: unknown; updated_at?: unknown; number?: number; name?: string; members?: (string)[]; callers?: (string)[]; two_way?: boolean; urgent?: boolean }

export type ParkInput = { slot?: number }

export type Participant = { number: string; name: string; is_moderator: boolean; entered_at: string }

export type FeatureCode = { name: "forward_calls" | "stop_forwarding" | "forward_when_busy" | "stop_forwarding_when_busy" | "forward_unanswered" | "stop_forwarding_unanswered" | "do_not_disturb" | "end_do_not_disturb" | "follow_me" | "night_mode" | "block_last_caller" | "record_prompt" | "call_back" | "find_by_name" | "hear_messages" | "pick_up" | "pick_up_at" | "intercom" | "sign_in" | "park_call" | "record_call"; code: string; number: "required" | "optional" | "none"; description: string }

export type Forwarding = { number: string | null; busy_number: string | null; no_answer_number: string | null }

export type Queue = { id: string; company_id: string; pbx: string; number: number; name: string; members: (string)[]; strategy: "ringall" | "longest_idle" | "fewest_calls" | "round_robin" | "in_order"; ring_time: number; wrap_up_time: number; max_wait: number; max_waiting: number; leave_when_empty: boolean; destination: string; announce_interval: number; callback: boolean; music: string; prefix: string; schedule: string; service_level: number; created_at: string; updated_at: string }

export type NewQueue = { id?: unknown; company_id?: unknown; pbx?: unknown; created_at?: unknown; updated_at?: unknown; number: number; name: string; members?: (string)[]; strategy?: "ringall" | "longest_idle" | "fewest_calls" | "round_robin" | "in_order"; ring_time?: number; wrap_up_time?: number; max_wait?: number; max_waiting?: number; leave_when_empty?: boolean; destination?: string; announce_interval?: number; callback?: boolean; music?: string; prefix?: string; schedule?: string; service_level?: number }

export type QueuePatch = { id?: unknown; company_id?: unknown; pbx?: unknown; created_at?: unknown; updated_at?: unknown; number?: number; name?: string; members?: (string)[]; strategy?: "ringall" | "longest_idle" | "fewest_calls" | "round_robin" | "in_order"; ring_time?: number; wrap_up_time?: number; max_wait?: number; max_waiting?: number; leave_when_empty?: boolean; destination?: string; announce_interval?: number; callback?: boolean; music?: string; prefix?: string; schedule?: string; service_level?: number }

export type QueueBoard = { queue_id: string; waiting: ({ position: number; number: string; name: string; entered_at: string; is_callback: boolean })[]; agents: (QueueAgent)[] }

export type QueueAgent = { extension_id: string; number: number; name: string; user_id: string | null; signed_in: boolean; state: "signed_out" | "unavailable" | "do_not_disturb" | "ringing" | "in_call" | "wrap_up" | "available"; calls: number; idle_since: string | null }

export type QueueStatistics = { queue_id: string; from: string; to: string; time_zone: string; total: { calls: number; answered: number; abandoned: number; overflowed: number; called_back: number; average_wait: number; longest_wait: number; service_level: number | null }; days: ({ date: string; calls: number; answered: number; abandoned: number; overflowed: number; called_back: number; average_wait: number; longest_wait: number; service_level: number | null })[]; agents: ({ extension_id: string; number: number | null; name: string; calls: number; talk_time: number })[] }

export type Call = { id: string; company: string; direction: "internal" | "inbound" | "outbound"; result: "in_progress" | "answered" | "busy" | "no_answer" | "unavailable" | "cancelled" | "voicemail" | "callback" | "unknown_number" | "rejected" | "over_limit" | "not_permitted" | "blocked_number" | "blocked_anonymous" | "failed"; from: { number: string; name: string; extension_id: string | null; user_id: string | null; pbx: string | null; trunk_id: string | null; encryption: "srtp" | "none" | null }; to: string; called: ({ number: string; name: string; extension_id: string | null; user_id: string | null; pbx: string | null; trunk_id: string | null; encryption: "srtp" | "none" | null; outcome: "answered" | "answered_elsewhere" | "busy" | "no_answer" | "unavailable" | "cancelled" | "rejected" | "not_permitted" | "over_limit" | "blocked" })[]; transferred_to: string | null; recording: { duration: number; size: number } | null; recording_state: "recording" | "paused" | "ended" | null; started_at: string; answered_at: string | null; ended_at: string | null; duration: number }

export type CallReport = { from: string; to: string; time_zone: string; total: { calls: number; answered: number; missed: number; average_wait: number; longest_wait: number; talk_time: number; inbound: number; outbound: number; internal: number }; days: ({ date: string; calls: number; answered: number; missed: number; average_wait: number; longest_wait: number; talk_time: number; inbound: number; outbound: number; internal: number })[]; users: ({ user_id: string; name: string; made: number; answered: number; missed: number; talk_time: number })[]; trunks: ({ trunk_id: string; name: string; calls: number; answered: number; missed: number; average_wait: number; longest_wait: number; talk_time: number; inbound: number; outbound: number; internal: number })[]; queues: ({ queue_id: string; name: string; number: number | null; calls: number; answered: number; missed: number; average_wait: number; longest_wait: number; talk_time: number })[] }

export type VoicemailMessage = { id: string; company: string; created_at: string; from: string; from_name: string; to: string; extension_id: string | null; user_id: string | null; pbx: string; call_id: string | null; is_read: boolean; duration: number; size: number }

export type Conversation = { id: string; company_id: string; contact_id: string; contactinfo: TextingContact; contactsinfo: (TextingContact)[]; conversation_type: "direct" | "group" | "campaign"; countunreadmessages: number; unread_msg_count: number; from_number: string; has_direct_msg: boolean; has_hidden_msg: boolean; last_message_created_at: string | null; lastmessage: Message | null; recipients: (string)[]; timezone: string; updated_at: string; name: string; created_at: string; pinned_at: string | null; campaign_info: { name: string } | null; last_msg: { created_at: string; direction: "inbound" | "outbound"; files: (File)[]; frm: string; to: string; text: string; is_unread: boolean } | null }

export type NewConversation = { recipients: ({ number: string })[]; from_number: string; conversation_type?: "direct" | "group" | "campaign"; name?: string }

export type Message = { id: string; conversation_id: string; company_id: string; direction: "inbound" | "outbound"; frm: string; to: string; text: string; files: (File)[]; is_read: boolean; status: "queued" | "sending" | "sent" | "delivered" | "undelivered" | "failed" | "received"; error_code: string | null; error_message: string | null; segments: number; encoding: "GSM-7" | "UCS-2"; user_id: string | null; timezone: string; campaign_info: { name: string } | null; created_at: string; updated_at: string; deleted_at: string | null }

export type NewMessage = { text?: string; with_warning?: boolean; files?: (string)[] }

export type PublishedMessage = { id: string; conversation_id: string; company_id: string; direction: "inbound" | "outbound"; frm: string; to: string; text: string; files: (File)[]; is_read: boolean; status: "queued" | "sending" | "sent" | "delivered" | "undelivered" | "failed" | "received"; error_code: string | null; error_message: string | null; segments: number; encoding: "GSM-7" | "UCS-2"; user_id: string | null; timezone: string; campaign_info: { name: string } | null; created_at: string; updated_at: string; deleted_at: string | null; warnings: (string)[] }

export type TextingContact = { id: string; company_id: string; number: string; first_name: string; last_name: string; email: string; avatar: string; user_id: string | null; opted_out: boolean; created_at: string; updated_at: string }

export type TextingNumber = { number: string; from_number: string; company_id: string; users: (string)[]; created_at: string; updated_at: string }

export type StatusLayers = { main_status: { status: "available" | "away" | "do_not_disturb"; action_type: "manual" | "automatic" }; additional_status: { status: "in_a_meeting" | "on_a_call" | "lunch" | "holiday" | "afk" | ""; action_type: "manual" | "automatic" | "" }; text?: string; emoji?: string; clear_at?: string }

export type UserStatus = { company_id: string; user_id: string; user_email: string; status: { status: "available" | "away" | "do_not_disturb" | "in_a_meeting" | "on_a_call" | "lunch" | "holiday" | "afk"; action_type: "manual" | "automatic"; text?: string; emoji?: string }; id: string; created_at: string; updated_at: string; deleted_at: string | null; main_status: { status: "available" | "away" | "do_not_disturb"; action_type: "manual" | "automatic" }; additional_status: { status: "in_a_meeting" | "on_a_call" | "lunch" | "holiday" | "afk" | ""; action_type: "manual" | "automatic" | "" }; presence?: "active" | "away" | "offline"; has_registered_phone: boolean }

export type FaxMessage = { id: string; company: string; created_at: string; direction: "inbound" | "outbound"; error: string | null; file: { id: string; internal_id: number }; from: string; from_name: string; is_read: boolean; pages: number; status: "queued" | "media.processed" | "sending" | "delivered" | "failed" | "received"; subject: string; to: string; to_name: string }

export type FaxDestination = { id: string; company: string; emails: (string)[]; reprname: string }

export type FaxNumber = { company: string; created_at: string; is_default: boolean; number: string }

export type File = { id: string; company_id: string; description: string; mimetype: string; name: string; preview: { base64: string; filename: string; mimetype: string } | null; size: number; uploaded_at: string | null; uploaded_name: string; user_id: string | null }

export type Webhook = { id: string; url: string; events: (string)[]; description: string; enabled: boolean; disabled_reason: string; failing_since: string | null; old_secret_until: string | null; created_at: string; updated_at: string }

export type WebhookWithSecret = { id: string; url: string; events: (string)[]; description: string; enabled: boolean; disabled_reason: string; failing_since: string | null; old_secret_until: string | null; created_at: string; updated_at: string; signing_secret: string }

export type NewWebhook = { url: string; events: (string)[]; description?: string; enabled?: boolean }

export type WebhookPatch = { url?: string; events?: (string)[]; description?: string; enabled?: boolean; id?: unknown; created_at?: unknown; disabled_reason?: unknown; failing_since?: unknown; old_secret_until?: unknown; updated_at?: unknown }

export type Delivery = { id: string; webhook_id: string; event_id: number | null; type: string; status: "pending" | "delivered" | "failed"; attempts: number; created_at: string; last_attempt_at: string | null; next_attempt_at: string | null; delivered_at: string | null; response_status: number | null; response_body: string; error: string }

export type Problem = { detail: string; status: number; title: string; type: "about:blank"; errors?: ({ pointer: string; detail: string })[] }

export type TelephonyErrorCode = 'BAD_GATEWAY' | 'BAD_REQUEST' | 'CONFLICT' | 'FORBIDDEN' | 'INSUFFICIENT_STORAGE' | 'INTERNAL_SERVER_ERROR' | 'NOT_FOUND' | 'PAYLOAD_TOO_LARGE' | 'RANGE_NOT_SATISFIABLE' | 'SERVICE_UNAVAILABLE' | 'TOO_MANY_REQUESTS' | 'UNAUTHORIZED' | 'UNPROCESSABLE_ENTITY'

export interface TelephonyCalls {
  /** Get the company */
  'GET /system/company': {
    input: Record<string, unknown>
    body: undefined
    output: Company
  }
  /** Update the company */
  'PATCH /company': {
    input: Record<string, unknown>
    body: CompanyPatch
    output: Company
  }
  /** Get how long calls, recordings, voicemail, texts and faxes are kept */
  'GET /company/retention': {
    input: Record<string, unknown>
    body: undefined
    output: Retention
  }
  /** Change how long calls, recordings, voicemail, texts and faxes are kept */
  'PATCH /company/retention': {
    input: Record<string, unknown>
    body: { calls_days?: number | null; voicemail_days?: number | null; recordings_days?: number | null; texts_days?: number | null; faxes_days?: number | null; applied_at?: unknown }
    output: Retention
  }
  /** List the blocked numbers */
  'GET /blocked-numbers': {
    input: { user?: string; search?: string; page?: number; page_size?: number }
    body: undefined
    output: (BlockedNumber)[]
  }
  /** Block a number */
  'POST /blocked-numbers': {
    input: Record<string, unknown>
    body: NewBlockedNumber
    output: BlockedNumber
  }
  /** Get a blocked number */
  'GET /blocked-numbers/{blocked_number_id}': {
    input: { blocked_number_id: string }
    body: undefined
    output: BlockedNumber
  }
  /** Change a blocked number */
  'PATCH /blocked-numbers/{blocked_number_id}': {
    input: { blocked_number_id: string }
    body: { action?: "busy" | "reject" | "voicemail"; note?: string; id?: unknown; company?: unknown; for_company?: unknown; user_id?: unknown; number?: unknown; is_prefix?: unknown; created_at?: unknown; updated_at?: unknown }
    output: BlockedNumber
  }
  /** Unblock a number */
  'DELETE /blocked-numbers/{blocked_number_id}': {
    input: { blocked_number_id: string }
    body: undefined
    output: BlockedNumber
  }
  /** Get how the acting user treats callers outside */
  'GET /call-screening': {
    input: Record<string, unknown>
    body: undefined
    output: CallScreening
  }
  /** Change how the acting user treats callers outside */
  'PATCH /call-screening': {
    input: Record<string, unknown>
    body: { reject_anonymous?: boolean; screen_unknown?: boolean }
    output: CallScreening
  }
  /** Get how the company treats callers outside */
  'GET /company/call-screening': {
    input: Record<string, unknown>
    body: undefined
    output: CallScreening
  }
  /** Change how the company treats callers outside */
  'PATCH /company/call-screening': {
    input: Record<string, unknown>
    body: { reject_anonymous?: boolean; screen_unknown?: boolean }
    output: CallScreening
  }
  /** Get the language of what callers hear, and whether texts can be spoken */
  'GET /company/speech': {
    input: Record<string, unknown>
    body: undefined
    output: { language: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "ru"; languages: ({ code: string; name: string })[]; is_installed: boolean; detail: string }
  }
  /** Change the language of what callers hear */
  'PATCH /company/speech': {
    input: Record<string, unknown>
    body: { language?: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "ru"; languages?: unknown; is_installed?: unknown; detail?: unknown }
    output: { language: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "ru"; languages: ({ code: string; name: string })[]; is_installed: boolean; detail: string }
  }
  /** Get the language of what callers of an extension hear */
  'GET /instances/{instance_uuid}/extensions/{extension_id}/language': {
    input: { instance_uuid: string; extension_id: string }
    body: undefined
    output: { language: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "ru" | null }
  }
  /** Set the language of what callers of an extension hear */
  'PUT /instances/{instance_uuid}/extensions/{extension_id}/language': {
    input: { instance_uuid: string; extension_id: string }
    body: { language: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "ru" | null }
    output: { language: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "ru" | null }
  }
  /** Get the rules for calls to numbers outside */
  'GET /company/calling-rules': {
    input: Record<string, unknown>
    body: undefined
    output: { allowed_countries: (string)[] | null; denied_prefixes: (string)[]; special_rates: boolean; routes_class: "internal" | "national" | "international"; max_calls: number | null; max_minutes: number | null }
  }
  /** Change the rules for calls to numbers outside */
  'PATCH /company/calling-rules': {
    input: Record<string, unknown>
    body: { allowed_countries?: (string)[] | null; denied_prefixes?: (string)[]; special_rates?: boolean; routes_class?: "internal" | "national" | "international"; max_calls?: number | null; max_minutes?: number | null }
    output: { allowed_countries: (string)[] | null; denied_prefixes: (string)[]; special_rates: boolean; routes_class: "internal" | "national" | "international"; max_calls: number | null; max_minutes: number | null }
  }
  /** Get which numbers outside an extension may call */
  'GET /instances/{instance_uuid}/extensions/{extension_id}/calling-class': {
    input: { instance_uuid: string; extension_id: string }
    body: undefined
    output: { calling_class: "internal" | "national" | "international" }
  }
  /** Set which numbers outside an extension may call */
  'PUT /instances/{instance_uuid}/extensions/{extension_id}/calling-class': {
    input: { instance_uuid: string; extension_id: string }
    body: { calling_class: "internal" | "national" | "international" }
    output: { calling_class: "internal" | "national" | "international" }
  }
  /** List the users */
  'GET /system/company/contacts': {
    input: { first_name?: string; work_email?: string; search?: string; id?: string; extension?: string; invitation?: "none" | "pending" | "accepted" | "expired" | "revoked"; items_per_page?: number; page?: number }
    body: undefined
    output: (Contact)[] | undefined
  }
  /** Create a user */
  'POST /company/contacts': {
    input: Record<string, unknown>
    body: NewContact
    output: Contact
  }
  /** Get a user */
  'GET /company/contacts/{contact_id}': {
    input: { contact_id: string }
    body: undefined
    output: Contact
  }
  /** Update a user */
  'PATCH /company/contacts/{contact_id}': {
    input: { contact_id: string }
    body: ContactPatch
    output: Contact
  }
  /** Delete a user */
  'DELETE /company/contacts/{contact_id}': {
    input: { contact_id: string }
    body: undefined
    output: Contact
  }
  /** Get the current user */
  'GET /system/account': {
    input: Record<string, unknown>
    body: undefined
    output: Contact
  }
  /** Invite a user again */
  'POST /company/contacts/{contact_id}/invitation': {
    input: { contact_id: string }
    body: undefined
    output: Contact
  }
  /** Revoke an invitation */
  'DELETE /company/contacts/{contact_id}/invitation': {
    input: { contact_id: string }
    body: undefined
    output: Contact
  }
  /** Get the link of an invitation */
  'POST /company/contacts/{contact_id}/invitation/link': {
    input: { contact_id: string }
    body: undefined
    output: { link: string }
  }
  /** Look at an invitation */
  'GET /invitations/{token}': {
    input: { token: string }
    body: undefined
    output: Invitation
  }
  /** Accept an invitation */
  'POST /invitations/accept': {
    input: Record<string, unknown>
    body: { token: string }
    output: Invitation
  }
  /** List the locations */
  'GET /company/locations': {
    input: Record<string, unknown>
    body: undefined
    output: (Location)[]
  }
  /** Create a location */
  'POST /company/locations': {
    input: Record<string, unknown>
    body: NewLocation
    output: Location
  }
  /** Get a location */
  'GET /company/locations/{location_id}': {
    input: { location_id: string }
    body: undefined
    output: Location
  }
  /** Update a location */
  'PATCH /company/locations/{location_id}': {
    input: { location_id: string }
    body: LocationPatch
    output: Location
  }
  /** Delete a location */
  'DELETE /company/locations/{location_id}': {
    input: { location_id: string }
    body: undefined
    output: Location
  }
  /** List the instances */
  'GET /instances': {
    input: Record<string, unknown>
    body: undefined
    output: (Instance)[]
  }
  /** List the instances, older path */
  'GET /system/instances': {
    input: Record<string, unknown>
    body: undefined
    output: (Instance)[]
  }
  /** Check whether the PBX of an instance responds */
  'GET /instances/{instance_uuid}/status': {
    input: { instance_uuid: string }
    body: undefined
    output: { reachable: boolean; detail: string; warnings: (string)[] }
  }
  /** List the extensions of an instance */
  'GET /instances/{instance_uuid}/bulks/extensions': {
    input: { instance_uuid: string; filter_by?: "unassigned" | "softphone" | "unregistered"; by_user?: "on"; search?: string; number?: string; page?: number; page_size?: number }
    body: undefined
    output: (Extension)[]
  }
  /** Create an extension */
  'POST /instances/{instance_uuid}/bulks/extensions': {
    input: { instance_uuid: string }
    body: NewExtension
    output: Extension
  }
  /** List the extensions of an instance, or my own */
  'GET /instances/{instance_uuid}/extensions': {
    input: { instance_uuid: string; filter_by?: "unassigned" | "softphone" | "unregistered"; by_user?: "on"; search?: string; number?: string; page?: number; page_size?: number }
    body: undefined
    output: (Extension)[]
  }
  /** List the extensions of a user */
  'GET /account/{contact_id}/extensions': {
    input: { contact_id: string; purpose?: "softphone" | "unassigned" }
    body: undefined
    output: (Extension)[]
  }
  /** Check whether a user can be assigned */
  'POST /instances/{instance_uuid}/bulks/extensions/check': {
    input: { instance_uuid: string }
    body: { email: string; id: number }
    output: { assigned: false }
  }
  /** Suggest a number for a new extension */
  'GET /instances/{instance_uuid}/bulks/extensions/next-number': {
    input: { instance_uuid: string }
    body: undefined
    output: { number: number | null }
  }
  /** Get an extension */
  'GET /instances/{instance_uuid}/bulks/extensions/{extension_id}': {
    input: { instance_uuid: string; extension_id: string }
    body: undefined
    output: Extension
  }
  /** Replace an extension */
  'PUT /instances/{instance_uuid}/bulks/extensions/{extension_id}': {
    input: { instance_uuid: string; extension_id: string }
    body: ReplacedExtension
    output: Extension
  }
  /** Change an extension */
  'PATCH /instances/{instance_uuid}/bulks/extensions/{extension_id}': {
    input: { instance_uuid: string; extension_id: string }
    body: ExtensionPatch
    output: Extension
  }
  /** Delete an extension */
  'DELETE /instances/{instance_uuid}/bulks/extensions/{extension_id}': {
    input: { instance_uuid: string; extension_id: string }
    body: undefined
    output: Extension
  }
  /** Reset the credentials of an extension */
  'POST /instances/{instance_uuid}/extensions/{extension_id}/reset-credentials': {
    input: { instance_uuid: string; extension_id: string }
    body: undefined
    output: Extension
  }
  /** Get what a softphone needs */
  'GET /instances/{instance_uuid}/extensions/{extension_id}/provisioning': {
    input: { instance_uuid: string; extension_id: string }
    body: undefined
    output: Provisioning
  }
  /** Get where calls to an extension are forwarded */
  'GET /instances/{instance_uuid}/extensions/{extension_id}/forwarding': {
    input: { instance_uuid: string; extension_id: string }
    body: undefined
    output: Forwarding
  }
  /** Forward the calls to an extension */
  'PUT /instances/{instance_uuid}/extensions/{extension_id}/forwarding': {
    input: { instance_uuid: string; extension_id: string }
    body: { number?: string | null; busy_number?: string | null; no_answer_number?: string | null }
    output: Forwarding
  }
  /** List the codes that people dial at their phones */
  'GET /feature-codes': {
    input: Record<string, unknown>
    body: undefined
    output: (FeatureCode)[]
  }
  /** List the devices of an instance */
  'GET /instances/{instance_uuid}/devices': {
    input: { instance_uuid: string; vendor?: "yealink" | "snom" | "grandstream" | "polycom" | "linphone" | "groundwire"; search?: string; page?: number; page_size?: number }
    body: undefined
    output: (Device)[]
  }
  /** Create a device */
  'POST /instances/{instance_uuid}/devices': {
    input: { instance_uuid: string }
    body: NewDevice
    output: Device
  }
  /** Get a device */
  'GET /instances/{instance_uuid}/devices/{device_id}': {
    input: { instance_uuid: string; device_id: string }
    body: undefined
    output: Device
  }
  /** Change a device */
  'PATCH /instances/{instance_uuid}/devices/{device_id}': {
    input: { instance_uuid: string; device_id: string }
    body: DevicePatch
    output: Device
  }
  /** Delete a device */
  'DELETE /instances/{instance_uuid}/devices/{device_id}': {
    input: { instance_uuid: string; device_id: string }
    body: undefined
    output: Device
  }
  /** Get the address where a device fetches its settings */
  'GET /instances/{instance_uuid}/devices/{device_id}/address': {
    input: { instance_uuid: string; device_id: string }
    body: undefined
    output: { url: string; qr: string | null; files: (string)[] }
  }
  /** Make a new secret for a device */
  'POST /instances/{instance_uuid}/devices/{device_id}/new-secret': {
    input: { instance_uuid: string; device_id: string }
    body: undefined
    output: Device
  }
  /** List where the extensions of a device are registered */
  'GET /instances/{instance_uuid}/devices/{device_id}/registrations': {
    input: { instance_uuid: string; device_id: string }
    body: undefined
    output: ({ number: number; state: string; contacts: ({ contact: string; user_agent: string; expires_in_seconds: number; encrypted: boolean })[]; media_encryption: string })[]
  }
  /** Get where an extension is registered */
  'GET /instances/{instance_uuid}/extensions/{extension_id}/registration': {
    input: { instance_uuid: string; extension_id: string }
    body: undefined
    output: { number: number; state: string; contacts: ({ contact: string; user_agent: string; expires_in_seconds: number; encrypted: boolean })[]; media_encryption: string }
  }
  /** Download the settings of a phone, for the phone */
  'GET /provisioning/{secret}/{file}': {
    input: { secret: string; file: string }
    body: undefined
    output: Blob
  }
  /** Create many users */
  'POST /company/contacts/import': {
    input: { dry_run?: boolean }
    body: Blob | string
    output: ImportReport
  }
  /** Create many extensions */
  'POST /instances/{instance_uuid}/bulks/extensions/import': {
    input: { instance_uuid: string; dry_run?: boolean }
    body: Blob | string
    output: ImportReport | Import
  }
  /** List the imports in the background */
  'GET /imports': {
    input: { page?: number; page_size?: number }
    body: undefined
    output: (Import)[]
  }
  /** Get the progress of an import */
  'GET /imports/{import_id}': {
    input: { import_id: string }
    body: undefined
    output: Import
  }
  /** List the rows of an import */
  'GET /imports/{import_id}/rows': {
    input: { import_id: string; status?: "waiting" | "created" | "failed"; page?: number; page_size?: number }
    body: undefined
    output: (ImportRow)[]
  }
  /** Cancel an import */
  'POST /imports/{import_id}/cancel': {
    input: { import_id: string }
    body: undefined
    output: Import
  }
  /** Check whether emergency calls are configured */
  'GET /company/emergency': {
    input: Record<string, unknown>
    body: undefined
    output: Emergency
  }
  /** List the trunks */
  'GET /trunks': {
    input: Record<string, unknown>
    body: undefined
    output: (Trunk)[]
  }
  /** Create a trunk */
  'POST /trunks': {
    input: Record<string, unknown>
    body: NewTrunk
    output: Trunk
  }
  /** Get a trunk */
  'GET /trunks/{trunk_id}': {
    input: { trunk_id: string }
    body: undefined
    output: Trunk
  }
  /** Change a trunk */
  'PATCH /trunks/{trunk_id}': {
    input: { trunk_id: string }
    body: TrunkPatch
    output: Trunk
  }
  /** Delete a trunk */
  'DELETE /trunks/{trunk_id}': {
    input: { trunk_id: string }
    body: undefined
    output: Trunk
  }
  /** List the numbers that can be called from outside */
  'GET /dids': {
    input: Record<string, unknown>
    body: undefined
    output: (Did)[]
  }
  /** Add a number */
  'POST /dids': {
    input: Record<string, unknown>
    body: NewDid
    output: Did
  }
  /** Get a number */
  'GET /dids/{did_id}': {
    input: { did_id: string }
    body: undefined
    output: Did
  }
  /** Change a number */
  'PATCH /dids/{did_id}': {
    input: { did_id: string }
    body: DidPatch
    output: Did
  }
  /** Remove a number */
  'DELETE /dids/{did_id}': {
    input: { did_id: string }
    body: undefined
    output: Did
  }
  /** List the outbound routes */
  'GET /outbound-routes': {
    input: Record<string, unknown>
    body: undefined
    output: (OutboundRoute)[]
  }
  /** Create an outbound route */
  'POST /outbound-routes': {
    input: Record<string, unknown>
    body: NewOutboundRoute
    output: OutboundRoute
  }
  /** Get an outbound route */
  'GET /outbound-routes/{outbound_route_id}': {
    input: { outbound_route_id: string }
    body: undefined
    output: OutboundRoute
  }
  /** Change an outbound route */
  'PATCH /outbound-routes/{outbound_route_id}': {
    input: { outbound_route_id: string }
    body: OutboundRoutePatch
    output: OutboundRoute
  }
  /** Delete an outbound route */
  'DELETE /outbound-routes/{outbound_route_id}': {
    input: { outbound_route_id: string }
    body: undefined
    output: OutboundRoute
  }
  /** List the ring groups */
  'GET /instances/{instance_uuid}/ring-groups': {
    input: { instance_uuid: string; page?: number; page_size?: number }
    body: undefined
    output: (RingGroup)[]
  }
  /** Create a ring group */
  'POST /instances/{instance_uuid}/ring-groups': {
    input: { instance_uuid: string }
    body: NewRingGroup
    output: RingGroup
  }
  /** Get a ring group */
  'GET /instances/{instance_uuid}/ring-groups/{ring_group_id}': {
    input: { instance_uuid: string; ring_group_id: string }
    body: undefined
    output: RingGroup
  }
  /** Update a ring group */
  'PATCH /instances/{instance_uuid}/ring-groups/{ring_group_id}': {
    input: { instance_uuid: string; ring_group_id: string }
    body: RingGroupPatch
    output: RingGroup
  }
  /** Delete a ring group */
  'DELETE /instances/{instance_uuid}/ring-groups/{ring_group_id}': {
    input: { instance_uuid: string; ring_group_id: string }
    body: undefined
    output: RingGroup
  }
  /** List the business hours */
  'GET /instances/{instance_uuid}/business-hours': {
    input: { instance_uuid: string; page?: number; page_size?: number }
    body: undefined
    output: (BusinessHours)[]
  }
  /** Create a schedule of business hours */
  'POST /instances/{instance_uuid}/business-hours': {
    input: { instance_uuid: string }
    body: NewBusinessHours
    output: BusinessHours
  }
  /** Get a schedule of business hours */
  'GET /instances/{instance_uuid}/business-hours/{business_hours_id}': {
    input: { instance_uuid: string; business_hours_id: string }
    body: undefined
    output: BusinessHours
  }
  /** Update a schedule of business hours */
  'PATCH /instances/{instance_uuid}/business-hours/{business_hours_id}': {
    input: { instance_uuid: string; business_hours_id: string }
    body: BusinessHoursPatch
    output: BusinessHours
  }
  /** Delete a schedule of business hours */
  'DELETE /instances/{instance_uuid}/business-hours/{business_hours_id}': {
    input: { instance_uuid: string; business_hours_id: string }
    body: undefined
    output: BusinessHours
  }
  /** List the menus */
  'GET /instances/{instance_uuid}/menus': {
    input: { instance_uuid: string; page?: number; page_size?: number }
    body: undefined
    output: (Menu)[]
  }
  /** Create a menu */
  'POST /instances/{instance_uuid}/menus': {
    input: { instance_uuid: string }
    body: NewMenu
    output: Menu
  }
  /** Get a menu */
  'GET /instances/{instance_uuid}/menus/{menu_id}': {
    input: { instance_uuid: string; menu_id: string }
    body: undefined
    output: Menu
  }
  /** Update a menu */
  'PATCH /instances/{instance_uuid}/menus/{menu_id}': {
    input: { instance_uuid: string; menu_id: string }
    body: MenuPatch
    output: Menu
  }
  /** Delete a menu */
  'DELETE /instances/{instance_uuid}/menus/{menu_id}': {
    input: { instance_uuid: string; menu_id: string }
    body: undefined
    output: Menu
  }
  /** List the queues */
  'GET /instances/{instance_uuid}/queues': {
    input: { instance_uuid: string; page?: number; page_size?: number }
    body: undefined
    output: (Queue)[]
  }
  /** Create a queue */
  'POST /instances/{instance_uuid}/queues': {
    input: { instance_uuid: string }
    body: NewQueue
    output: Queue
  }
  /** Get a queue */
  'GET /instances/{instance_uuid}/queues/{queue_id}': {
    input: { instance_uuid: string; queue_id: string }
    body: undefined
    output: Queue
  }
  /** Update a queue */
  'PATCH /instances/{instance_uuid}/queues/{queue_id}': {
    input: { instance_uuid: string; queue_id: string }
    body: QueuePatch
    output: Queue
  }
  /** Delete a queue */
  'DELETE /instances/{instance_uuid}/queues/{queue_id}': {
    input: { instance_uuid: string; queue_id: string }
    body: undefined
    output: Queue
  }
  /** List the conference rooms */
  'GET /instances/{instance_uuid}/conference-rooms': {
    input: { instance_uuid: string; page?: number; page_size?: number }
    body: undefined
    output: (ConferenceRoom)[]
  }
  /** Create a conference room */
  'POST /instances/{instance_uuid}/conference-rooms': {
    input: { instance_uuid: string }
    body: NewConferenceRoom
    output: ConferenceRoom
  }
  /** Get a conference room */
  'GET /instances/{instance_uuid}/conference-rooms/{conference_id}': {
    input: { instance_uuid: string; conference_id: string }
    body: undefined
    output: ConferenceRoom
  }
  /** Update a conference room */
  'PATCH /instances/{instance_uuid}/conference-rooms/{conference_id}': {
    input: { instance_uuid: string; conference_id: string }
    body: ConferenceRoomPatch
    output: ConferenceRoom
  }
  /** Delete a conference room */
  'DELETE /instances/{instance_uuid}/conference-rooms/{conference_id}': {
    input: { instance_uuid: string; conference_id: string }
    body: undefined
    output: ConferenceRoom
  }
  /** List the parking lots */
  'GET /instances/{instance_uuid}/parking-lots': {
    input: { instance_uuid: string; page?: number; page_size?: number }
    body: undefined
    output: (ParkingLot)[]
  }
  /** Create a parking lot */
  'POST /instances/{instance_uuid}/parking-lots': {
    input: { instance_uuid: string }
    body: NewParkingLot
    output: ParkingLot
  }
  /** Get a parking lot */
  'GET /instances/{instance_uuid}/parking-lots/{parking_id}': {
    input: { instance_uuid: string; parking_id: string }
    body: undefined
    output: ParkingLot
  }
  /** Update a parking lot */
  'PATCH /instances/{instance_uuid}/parking-lots/{parking_id}': {
    input: { instance_uuid: string; parking_id: string }
    body: ParkingLotPatch
    output: ParkingLot
  }
  /** Delete a parking lot */
  'DELETE /instances/{instance_uuid}/parking-lots/{parking_id}': {
    input: { instance_uuid: string; parking_id: string }
    body: undefined
    output: ParkingLot
  }
  /** List the paging groups */
  'GET /instances/{instance_uuid}/paging-groups': {
    input: { instance_uuid: string; page?: number; page_size?: number }
    body: undefined
    output: (PagingGroup)[]
  }
  /** Create a paging group */
  'POST /instances/{instance_uuid}/paging-groups': {
    input: { instance_uuid: string }
    body: NewPagingGroup
    output: PagingGroup
  }
  /** Get a paging group */
  'GET /instances/{instance_uuid}/paging-groups/{paging_id}': {
    input: { instance_uuid: string; paging_id: string }
    body: undefined
    output: PagingGroup
  }
  /** Update a paging group */
  'PATCH /instances/{instance_uuid}/paging-groups/{paging_id}': {
    input: { instance_uuid: string; paging_id: string }
    body: PagingGroupPatch
    output: PagingGroup
  }
  /** Delete a paging group */
  'DELETE /instances/{instance_uuid}/paging-groups/{paging_id}': {
    input: { instance_uuid: string; paging_id: string }
    body: undefined
    output: PagingGroup
  }
  /** List the name directories */
  'GET /instances/{instance_uuid}/name-directories': {
    input: { instance_uuid: string; page?: number; page_size?: number }
    body: undefined
    output: (NameDirectory)[]
  }
  /** Create a directory by name */
  'POST /instances/{instance_uuid}/name-directories': {
    input: { instance_uuid: string }
    body: NewNameDirectory
    output: NameDirectory
  }
  /** Get a directory by name */
  'GET /instances/{instance_uuid}/name-directories/{name_directory_id}': {
    input: { instance_uuid: string; name_directory_id: string }
    body: undefined
    output: NameDirectory
  }
  /** Update a directory by name */
  'PATCH /instances/{instance_uuid}/name-directories/{name_directory_id}': {
    input: { instance_uuid: string; name_directory_id: string }
    body: NameDirectoryPatch
    output: NameDirectory
  }
  /** Delete a directory by name */
  'DELETE /instances/{instance_uuid}/name-directories/{name_directory_id}': {
    input: { instance_uuid: string; name_directory_id: string }
    body: undefined
    output: NameDirectory
  }
  /** Download the prompt of a menu */
  'GET /instances/{instance_uuid}/menus/{menu_id}/prompt': {
    input: { instance_uuid: string; menu_id: string }
    body: undefined
    output: Blob
  }
  /** Upload the prompt of a menu, or have it spoken */
  'PUT /instances/{instance_uuid}/menus/{menu_id}/prompt': {
    input: { instance_uuid: string; menu_id: string }
    body: FormData
    output: Menu
  }
  /** Delete the prompt of a menu */
  'DELETE /instances/{instance_uuid}/menus/{menu_id}/prompt': {
    input: { instance_uuid: string; menu_id: string }
    body: undefined
    output: Menu
  }
  /** Open or close by hand */
  'PUT /instances/{instance_uuid}/business-hours/{business_hours_id}/mode': {
    input: { instance_uuid: string; business_hours_id: string }
    body: { mode: "schedule" | "open" | "closed" }
    output: BusinessHours
  }
  /** Watch a queue */
  'GET /instances/{instance_uuid}/queues/{queue_id}/board': {
    input: { instance_uuid: string; queue_id: string }
    body: undefined
    output: QueueBoard
  }
  /** Sign an agent in or out */
  'PUT /instances/{instance_uuid}/queues/{queue_id}/agents/{agent_number}': {
    input: { instance_uuid: string; queue_id: string; agent_number: string }
    body: { signed_in: boolean }
    output: QueueAgent
  }
  /** Get the statistics of a queue */
  'GET /instances/{instance_uuid}/queues/{queue_id}/statistics': {
    input: { instance_uuid: string; queue_id: string; from?: string; to?: string; time_zone?: string }
    body: undefined
    output: QueueStatistics
  }
  /** See who is in a conference room */
  'GET /instances/{instance_uuid}/conference-rooms/{conference_id}/participants': {
    input: { instance_uuid: string; conference_id: string }
    body: undefined
    output: (Participant)[]
  }
  /** Get the PINs of a conference room */
  'GET /instances/{instance_uuid}/conference-rooms/{conference_id}/pins': {
    input: { instance_uuid: string; conference_id: string }
    body: undefined
    output: ConferencePins
  }
  /** Choose the PINs of a conference room */
  'PUT /instances/{instance_uuid}/conference-rooms/{conference_id}/pins': {
    input: { instance_uuid: string; conference_id: string }
    body: ConferencePins
    output: ConferencePins
  }
  /** List the calls that are parked */
  'GET /instances/{instance_uuid}/parking-lots/{parking_id}/calls': {
    input: { instance_uuid: string; parking_id: string }
    body: undefined
    output: (ParkedCall)[]
  }
  /** Park a call in progress */
  'POST /cdrs/{call_id}/park': {
    input: { call_id: string }
    body: ParkInput
    output: Call
  }
  /** Get whether an extension is in the directory by name */
  'GET /instances/{instance_uuid}/extensions/{extension_id}/directory-entry': {
    input: { instance_uuid: string; extension_id: string }
    body: undefined
    output: DirectoryEntry
  }
  /** Put an extension into the directory by name, or leave it out */
  'PUT /instances/{instance_uuid}/extensions/{extension_id}/directory-entry': {
    input: { instance_uuid: string; extension_id: string }
    body: DirectoryEntry
    output: DirectoryEntry
  }
  /** List the calls */
  'GET /cdrs': {
    input: { from?: string; to?: string; extension?: string; number?: string; direction?: "internal" | "inbound" | "outbound"; result?: "in_progress" | "answered" | "busy" | "no_answer" | "unavailable" | "cancelled" | "voicemail" | "callback" | "unknown_number" | "rejected" | "over_limit" | "not_permitted" | "blocked_number" | "blocked_anonymous" | "failed"; user?: string; missed?: boolean; unseen?: boolean; recorded?: boolean; page?: number; page_size?: number }
    body: undefined
    output: (Call)[]
  }
  /** Get until when the acting user has seen the calls */
  'GET /cdrs/seen': {
    input: Record<string, unknown>
    body: undefined
    output: { seen_until: string | null }
  }
  /** Mark the calls of the acting user as seen */
  'PUT /cdrs/seen': {
    input: Record<string, unknown>
    body: { seen_until: string }
    output: { seen_until: string | null }
  }
  /** Download the calls as CSV */
  'GET /cdrs/export': {
    input: { from?: string; to?: string; extension?: string; number?: string; direction?: "internal" | "inbound" | "outbound"; result?: "in_progress" | "answered" | "busy" | "no_answer" | "unavailable" | "cancelled" | "voicemail" | "callback" | "unknown_number" | "rejected" | "over_limit" | "not_permitted" | "blocked_number" | "blocked_anonymous" | "failed"; user?: string; missed?: boolean; unseen?: boolean; recorded?: boolean }
    body: undefined
    output: Blob
  }
  /** Count the calls by day, person, trunk and queue */
  'GET /cdrs/report': {
    input: { from?: string; to?: string; time_zone?: string }
    body: undefined
    output: CallReport
  }
  /** Download the recording of a call */
  'GET /cdrs/{call_id}/recording': {
    input: { call_id: string }
    body: undefined
    output: Blob
  }
  /** Delete the recording of a call */
  'DELETE /cdrs/{call_id}/recording': {
    input: { call_id: string }
    body: undefined
    output: Call
  }
  /** Record a call in progress, or pause */
  'PUT /cdrs/{call_id}/recording-state': {
    input: { call_id: string }
    body: { recording_state: "recording" | "paused" }
    output: Call
  }
  /** Get how people learn that they are recorded, and who may listen */
  'GET /company/recording-rules': {
    input: Record<string, unknown>
    body: undefined
    output: RecordingRules
  }
  /** Change how people learn that they are recorded, and who may listen */
  'PATCH /company/recording-rules': {
    input: Record<string, unknown>
    body: { notice?: "none" | "tone" | "announcement"; notice_to?: "outside" | "everybody"; participants_listen?: boolean; administrators_listen?: boolean }
    output: RecordingRules
  }
  /** List the voicemail messages */
  'GET /voicemail/messages': {
    input: { is_read?: boolean; extension?: string; user?: string; page?: number; page_size?: number }
    body: undefined
    output: (VoicemailMessage)[]
  }
  /** Get a voicemail message */
  'GET /voicemail/messages/{message_id}': {
    input: { message_id: string }
    body: undefined
    output: VoicemailMessage
  }
  /** Mark a voicemail message as read or unread */
  'PATCH /voicemail/messages/{message_id}': {
    input: { message_id: string }
    body: { id?: unknown; company?: unknown; created_at?: unknown; from?: unknown; from_name?: unknown; to?: unknown; extension_id?: unknown; user_id?: unknown; pbx?: unknown; call_id?: unknown; duration?: unknown; size?: unknown; is_read?: boolean }
    output: VoicemailMessage
  }
  /** Delete a voicemail message */
  'DELETE /voicemail/messages/{message_id}': {
    input: { message_id: string }
    body: undefined
    output: VoicemailMessage
  }
  /** Download the recording */
  'GET /voicemail/messages/{message_id}/audio': {
    input: { message_id: string }
    body: undefined
    output: Blob
  }
  /** Get the greeting of an extension */
  'GET /instances/{instance_uuid}/extensions/{extension_id}/greeting': {
    input: { instance_uuid: string; extension_id: string }
    body: undefined
    output: { duration: number; size: number; text: string | null; language: string | null; created_at: string }
  }
  /** Set the greeting of an extension */
  'PUT /instances/{instance_uuid}/extensions/{extension_id}/greeting': {
    input: { instance_uuid: string; extension_id: string }
    body: FormData
    output: { duration: number; size: number; text: string | null; language: string | null; created_at: string }
  }
  /** Delete the greeting of an extension */
  'DELETE /instances/{instance_uuid}/extensions/{extension_id}/greeting': {
    input: { instance_uuid: string; extension_id: string }
    body: undefined
    output: { duration: number; size: number; text: string | null; language: string | null; created_at: string }
  }
  /** Download the greeting */
  'GET /instances/{instance_uuid}/extensions/{extension_id}/greeting/audio': {
    input: { instance_uuid: string; extension_id: string }
    body: undefined
    output: Blob
  }
  /** Download a prompt or a voicemail message, for the PBX */
  'GET /prompts/{token}': {
    input: { token: string }
    body: undefined
    output: Blob
  }
  /** List the extensions with which you can call from a browser */
  'GET /softphones': {
    input: Record<string, unknown>
    body: undefined
    output: ({ id: string; pbx: string; number: number; name: string })[]
  }
  /** Make this browser a phone of the extension */
  'POST /instances/{instance_uuid}/extensions/{extension_id}/softphone': {
    input: { instance_uuid: string; extension_id: string }
    body: undefined
    output: { user: string; domain: string; password: string; path: string; expires_at: string }
  }
  /** List the numbers to text from */
  'GET /texting/numbers': {
    input: Record<string, unknown>
    body: undefined
    output: (TextingNumber)[]
  }
  /** Assign a number to users */
  'PUT /texting/numbers/{number}': {
    input: { number: string }
    body: { users: (string)[]; number?: unknown; from_number?: unknown; company_id?: unknown; created_at?: unknown; updated_at?: unknown }
    output: TextingNumber
  }
  /** List the texting contacts */
  'GET /texting/contacts': {
    input: { page?: number; per_page?: number; search?: string }
    body: undefined
    output: (TextingContact)[]
  }
  /** Create a texting contact */
  'POST /texting/contacts': {
    input: Record<string, unknown>
    body: { first_name?: string | null; last_name?: string | null; email?: string | null; number: string }
    output: TextingContact
  }
  /** Get a texting contact */
  'GET /texting/contacts/{contact_id}': {
    input: { contact_id: string }
    body: undefined
    output: TextingContact
  }
  /** Update a texting contact */
  'PUT /texting/contacts/{contact_id}': {
    input: { contact_id: string }
    body: { first_name?: string | null; last_name?: string | null; email?: string | null; id?: unknown; company_id?: unknown; number?: unknown; avatar?: unknown; user_id?: unknown; opted_out?: unknown; created_at?: unknown; updated_at?: unknown }
    output: TextingContact
  }
  /** Delete a texting contact */
  'DELETE /texting/contacts/{contact_id}': {
    input: { contact_id: string }
    body: undefined
    output: TextingContact
  }
  /** List the conversations */
  'GET /texting/conversations': {
    input: { page?: number; per_page?: number; search?: string; sort?: "last_activity" | "unread"; filter_by?: "unread" | "failed"; from_numbers?: string; contact_id?: string }
    body: undefined
    output: (Conversation)[]
  }
  /** Create or get a conversation */
  'POST /texting/conversations': {
    input: Record<string, unknown>
    body: NewConversation
    output: Conversation
  }
  /** Get a conversation */
  'GET /texting/conversations/{conversation_id}': {
    input: { conversation_id: string }
    body: undefined
    output: Conversation
  }
  /** Delete a conversation */
  'DELETE /texting/conversations/{conversation_id}': {
    input: { conversation_id: string }
    body: undefined
    output: Conversation
  }
  /** Pin a conversation */
  'POST /texting/conversations/{conversation_id}/pin': {
    input: { conversation_id: string }
    body: { pin: boolean }
    output: Conversation
  }
  /** List the messages of a conversation */
  'GET /texting/conversations/{conversation_id}/messages': {
    input: { conversation_id: string; page?: number; per_page?: number }
    body: undefined
    output: (Message)[]
  }
  /** Delete messages */
  'DELETE /texting/conversations/{conversation_id}/messages': {
    input: { conversation_id: string; ids: string }
    body: undefined
    output: (Message)[]
  }
  /** Send a message */
  'POST /texting/conversations/{conversation_id}/messages/publish': {
    input: { conversation_id: string }
    body: NewMessage
    output: (PublishedMessage)[]
  }
  /** Mark messages as read */
  'POST /texting/conversations/{conversation_id}/messages/read': {
    input: { conversation_id: string }
    body: { messagesIds: (string)[]; timezone?: string }
    output: { conversation_id: string; messagesIds: (string)[]; timezone: string }
  }
  /** Get the company's own carrier */
  'GET /texting/carrier': {
    input: Record<string, unknown>
    body: undefined
    output: Carrier
  }
  /** Use an own carrier */
  'PUT /texting/carrier': {
    input: Record<string, unknown>
    body: { host: string; port?: number; system_id: string; password?: string; tls?: boolean; numbers?: (string)[] | null; id?: unknown; company?: unknown; state?: unknown; problem?: unknown; state_at?: unknown; created_at?: unknown; updated_at?: unknown }
    output: Carrier
  }
  /** Use the server's carrier again */
  'DELETE /texting/carrier': {
    input: Record<string, unknown>
    body: undefined
    output: Carrier
  }
  /** List the numbers to text from (v2) */
  'GET /texting/v2/numbers': {
    input: Record<string, unknown>
    body: undefined
    output: (TextingNumber)[]
  }
  /** Assign a number to users (v2) */
  'PUT /texting/v2/numbers/{number}': {
    input: { number: string }
    body: { users: (string)[]; number?: unknown; from_number?: unknown; company_id?: unknown; created_at?: unknown; updated_at?: unknown }
    output: TextingNumber
  }
  /** List the texting contacts (v2) */
  'GET /texting/v2/contacts': {
    input: { page?: number; per_page?: number; search?: string }
    body: undefined
    output: (TextingContact)[]
  }
  /** Create a texting contact (v2) */
  'POST /texting/v2/contacts': {
    input: Record<string, unknown>
    body: { first_name?: string | null; last_name?: string | null; email?: string | null; number: string }
    output: TextingContact
  }
  /** Get a texting contact (v2) */
  'GET /texting/v2/contacts/{contact_id}': {
    input: { contact_id: string }
    body: undefined
    output: TextingContact
  }
  /** Update a texting contact (v2) */
  'PUT /texting/v2/contacts/{contact_id}': {
    input: { contact_id: string }
    body: { first_name?: string | null; last_name?: string | null; email?: string | null; id?: unknown; company_id?: unknown; number?: unknown; avatar?: unknown; user_id?: unknown; opted_out?: unknown; created_at?: unknown; updated_at?: unknown }
    output: TextingContact
  }
  /** Delete a texting contact (v2) */
  'DELETE /texting/v2/contacts/{contact_id}': {
    input: { contact_id: string }
    body: undefined
    output: TextingContact
  }
  /** List the conversations (v2) */
  'GET /texting/v2/conversations': {
    input: { page?: number; per_page?: number; search?: string; sort?: "last_activity" | "unread"; filter_by?: "unread" | "failed"; from_numbers?: string; contact_id?: string }
    body: undefined
    output: (Conversation)[]
  }
  /** Create or get a conversation (v2) */
  'POST /texting/v2/conversations': {
    input: Record<string, unknown>
    body: NewConversation
    output: Conversation
  }
  /** Get a conversation (v2) */
  'GET /texting/v2/conversations/{conversation_id}': {
    input: { conversation_id: string }
    body: undefined
    output: Conversation
  }
  /** Delete a conversation (v2) */
  'DELETE /texting/v2/conversations/{conversation_id}': {
    input: { conversation_id: string }
    body: undefined
    output: Conversation
  }
  /** Pin a conversation (v2) */
  'POST /texting/v2/conversations/{conversation_id}/pin': {
    input: { conversation_id: string }
    body: { pin: boolean }
    output: Conversation
  }
  /** List the messages of a conversation (v2) */
  'GET /texting/v2/conversations/{conversation_id}/messages': {
    input: { conversation_id: string; page?: number; per_page?: number }
    body: undefined
    output: (Message)[]
  }
  /** Delete messages (v2) */
  'DELETE /texting/v2/conversations/{conversation_id}/messages': {
    input: { conversation_id: string; ids: string }
    body: undefined
    output: (Message)[]
  }
  /** Send a message (v2) */
  'POST /texting/v2/conversations/{conversation_id}/messages/publish': {
    input: { conversation_id: string }
    body: NewMessage
    output: (PublishedMessage)[]
  }
  /** Mark messages as read (v2) */
  'POST /texting/v2/conversations/{conversation_id}/messages/read': {
    input: { conversation_id: string }
    body: { messagesIds: (string)[]; timezone?: string }
    output: { conversation_id: string; messagesIds: (string)[]; timezone: string }
  }
  /** Report a text or a receipt */
  'POST /carrier/webhook': {
    input: Record<string, unknown>
    body: Blob | string
    output: { accepted: true }
  }
  /** Get the status of the current user */
  'GET /status/v2/current-user': {
    input: Record<string, unknown>
    body: undefined
    output: StatusLayers
  }
  /** Change the status of the current user */
  'PATCH /status/v2/current-user': {
    input: Record<string, unknown>
    body: { main_status?: { status: "available" | "away" | "do_not_disturb"; action_type?: "manual" }; additional_status?: { status?: "in_a_meeting" | "on_a_call" | "lunch" | "holiday" | "afk" | ""; action?: "set" | "unset"; action_type?: "manual" | "automatic" | "" }; text?: string; emoji?: string; clear_at?: string | null }
    output: StatusLayers
  }
  /** List the statuses of users */
  'GET /statuses/v2/users': {
    input: { user_id?: string; page?: number; page_size?: number }
    body: undefined
    output: (UserStatus)[]
  }
  /** List the faxes */
  'GET /fax/messages': {
    input: { direction?: "inbound" | "outbound"; is_read?: boolean; status?: "queued" | "media.processed" | "sending" | "delivered" | "failed" | "received"; search?: string; page?: number; page_size?: number }
    body: undefined
    output: (FaxMessage)[]
  }
  /** Send a fax */
  'POST /fax/messages': {
    input: Record<string, unknown>
    body: FormData
    output: FaxMessage
  }
  /** Get a fax */
  'GET /fax/messages/{fax_id}': {
    input: { fax_id: string }
    body: undefined
    output: FaxMessage
  }
  /** Mark a fax as read or unread */
  'PATCH /fax/messages/{fax_id}': {
    input: { fax_id: string }
    body: { id?: unknown; company?: unknown; created_at?: unknown; direction?: unknown; error?: unknown; file?: unknown; from?: unknown; from_name?: unknown; pages?: unknown; status?: unknown; subject?: unknown; to?: unknown; to_name?: unknown; is_read?: boolean }
    output: FaxMessage
  }
  /** Delete a fax */
  'DELETE /fax/messages/{fax_id}': {
    input: { fax_id: string }
    body: undefined
    output: FaxMessage
  }
  /** Download a fax */
  'GET /fax/messages/{fax_id}/file': {
    input: { fax_id: string; format?: "pdf" | "tiff" }
    body: undefined
    output: Blob
  }
  /** Fetch the pages of a fax that is being sent */
  'GET /fax/pages/{token}': {
    input: { token: string }
    body: undefined
    output: Blob
  }
  /** List the fax destinations */
  'GET /fax/destinations': {
    input: Record<string, unknown>
    body: undefined
    output: (FaxDestination)[]
  }
  /** Create a fax destination */
  'POST /fax/destinations': {
    input: Record<string, unknown>
    body: { emails: (string)[] }
    output: FaxDestination
  }
  /** Get a fax destination */
  'GET /fax/destinations/{destination_id}': {
    input: { destination_id: string }
    body: undefined
    output: FaxDestination
  }
  /** Replace a fax destination */
  'PUT /fax/destinations/{destination_id}': {
    input: { destination_id: string }
    body: { id?: unknown; company?: unknown; reprname?: unknown; emails: (string)[] }
    output: FaxDestination
  }
  /** Delete a fax destination */
  'DELETE /fax/destinations/{destination_id}': {
    input: { destination_id: string }
    body: undefined
    output: FaxDestination
  }
  /** List the fax numbers of the company */
  'GET /fax/numbers': {
    input: Record<string, unknown>
    body: undefined
    output: (FaxNumber)[]
  }
  /** List the files */
  'GET /files': {
    input: { page?: number; page_size?: number }
    body: undefined
    output: (File)[]
  }
  /** Create a file */
  'POST /files': {
    input: Record<string, unknown>
    body: { company_id?: string | null; name: string; description?: string | null }
    output: File
  }
  /** Get a file */
  'GET /files/{file_id}': {
    input: { file_id: string }
    body: undefined
    output: File
  }
  /** Delete a file */
  'DELETE /files/{file_id}': {
    input: { file_id: string }
    body: undefined
    output: File
  }
  /** Upload the contents of a file */
  'POST /files/{file_id}/upload': {
    input: { file_id: string }
    body: FormData
    output: File
  }
  /** Download a file */
  'GET /files/{file_id}/download': {
    input: { file_id: string }
    body: undefined
    output: Blob
  }
  /** Get an address of a file that needs no credentials */
  'POST /files/{file_id}/generate_url': {
    input: { file_id: string }
    body: { expire?: number }
    output: { url: string; expires_at: string }
  }
  /** Download a file by its generated address */
  'GET /files/shared/{token}': {
    input: { token: string }
    body: undefined
    output: Blob
  }
  /** Get the preview of a file */
  'POST /conversion/files/{file_id}/representation': {
    input: { file_id: string; page?: number }
    body: undefined
    output: { base64: string; filename: string; mimetype: string }
  }
  /** List the API keys */
  'GET /api-keys': {
    input: Record<string, unknown>
    body: undefined
    output: (ApiKey)[]
  }
  /** Create an API key */
  'POST /api-keys': {
    input: Record<string, unknown>
    body: ApiKeyInput
    output: FreshApiKey
  }
  /** Update an API key */
  'PATCH /api-keys/{key_id}': {
    input: { key_id: string }
    body: ApiKeyPatch
    output: ApiKey
  }
  /** Delete an API key */
  'DELETE /api-keys/{key_id}': {
    input: { key_id: string }
    body: undefined
    output: ApiKey
  }
  /** Rotate an API key */
  'POST /api-keys/{key_id}/rotate': {
    input: { key_id: string }
    body: { overlap_seconds?: number }
    output: FreshApiKey
  }
  /** List the webhooks */
  'GET /webhooks': {
    input: Record<string, unknown>
    body: undefined
    output: (Webhook)[]
  }
  /** Create a webhook */
  'POST /webhooks': {
    input: Record<string, unknown>
    body: NewWebhook
    output: WebhookWithSecret
  }
  /** Get a webhook */
  'GET /webhooks/{webhook_id}': {
    input: { webhook_id: string }
    body: undefined
    output: Webhook
  }
  /** Update a webhook */
  'PATCH /webhooks/{webhook_id}': {
    input: { webhook_id: string }
    body: WebhookPatch
    output: Webhook
  }
  /** Delete a webhook */
  'DELETE /webhooks/{webhook_id}': {
    input: { webhook_id: string }
    body: undefined
    output: Webhook
  }
  /** Replace the signing secret */
  'POST /webhooks/{webhook_id}/rotate_secret': {
    input: { webhook_id: string }
    body: undefined
    output: WebhookWithSecret
  }
  /** Try a webhook out */
  'POST /webhooks/{webhook_id}/test': {
    input: { webhook_id: string }
    body: undefined
    output: Delivery
  }
  /** List the deliveries of a webhook */
  'GET /webhooks/{webhook_id}/deliveries': {
    input: { webhook_id: string; status?: "pending" | "delivered" | "failed"; page?: number; page_size?: number }
    body: undefined
    output: (Delivery)[]
  }
  /** Get a delivery and what it sends */
  'GET /webhooks/{webhook_id}/deliveries/{delivery_id}': {
    input: { webhook_id: string; delivery_id: string }
    body: undefined
    output: { id: string; webhook_id: string; event_id: number | null; type: string; status: "pending" | "delivered" | "failed"; attempts: number; created_at: string; last_attempt_at: string | null; next_attempt_at: string | null; delivered_at: string | null; response_status: number | null; response_body: string; error: string; payload: { type: string; timestamp: string; data: unknown } }
  }
  /** Deliver once more */
  'POST /webhooks/{webhook_id}/deliveries/{delivery_id}/replay': {
    input: { webhook_id: string; delivery_id: string }
    body: undefined
    output: Delivery
  }
  /** List the changes */
  'GET /audit': {
    input: { subject_id?: string; contact_id?: string; action?: string; from?: string; to?: string; page?: number; page_size?: number }
    body: undefined
    output: (AuditEntry)[]
  }
}

/** Repeating one of these executes it again. */
export const postsWithoutKey: readonly string[] = ['POST /invitations/accept', 'POST /carrier/webhook']
