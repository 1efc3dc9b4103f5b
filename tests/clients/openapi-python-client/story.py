"""Drives the REST API with the client that openapi-python-client generates from its description."""

import os
import time
from typing import TypeVar

import httpx
from dripline_api import AuthenticatedClient, Client
from dripline_api.api.auth import sign_in
from dripline_api.api.campaigns import campaign as get_campaign
from dripline_api.api.campaigns import submit_lead, update_campaign, update_campaign_partially
from dripline_api.api.clients import client as get_client
from dripline_api.api.clients import (
    client_stats,
    create_campaign,
    create_client,
    create_file_upload,
    create_sequence,
    create_webhook,
    delete_client,
    files,
    leads,
    retention_policy,
    sms_messages,
    update_client,
    update_client_partially,
    update_retention_policy,
    update_retention_policy_partially,
)
from dripline_api.api.files import file as get_file
from dripline_api.api.files import rename_file, rename_file_partially
from dripline_api.api.landing import record_landing_view
from dripline_api.api.leads import lead as get_lead
from dripline_api.api.leads import update_lead, update_lead_partially
from dripline_api.api.objects import complete_upload
from dripline_api.api.sms_sequences import sequence as get_sequence
from dripline_api.api.sms_sequences import update_sequence, update_sequence_partially
from dripline_api.api.webhooks import update_webhook, update_webhook_partially
from dripline_api.api.webhooks import webhook as get_webhook
from dripline_api.models import (
    CompleteUploadInput,
    CreateCampaignInput,
    CreateClientInput,
    CreateFileUploadInput,
    CreateSequenceInput,
    CreateWebhookInput,
    CreateWebhookInputEventsItem,
    Error,
    FormFieldInput,
    FormFieldType,
    LeadStatus,
    RenameFileInput,
    SequenceStepInput,
    SignInInput,
    SmsStatus,
    SubmitLeadBody,
    TriggerEvent,
    UpdateCampaignInput,
    UpdateClientInput,
    UpdateLeadInput,
    UpdateRetentionPolicyInput,
    UpdateSequenceInput,
    UpdateWebhookInput,
)
from dripline_api.types import Response

Result = TypeVar("Result")

origin = os.environ["ORIGIN"]
api = AuthenticatedClient(base_url=origin, token=os.environ["TOKEN"], raise_on_unexpected_status=True)
# API keys neither reach the settings of privacy nor delete clients.
session = Client(base_url=origin)


def ok(result: Result | Error | None) -> Result:
    """Returns the body of a successful response."""
    assert result is not None and not isinstance(result, Error), result
    return result


def round_trip(get, updates, input_type, id, caller=api) -> None:
    """Updates an object with itself, by PUT and PATCH."""
    current = ok(get.sync(id, client=caller))
    for update in updates:
        updated = ok(update.sync(id, client=caller, body=input_type.from_dict(current.to_dict())))
        assert updated == current, (updated, current)


def upload(client_id):
    content = bytes.fromhex("89504e470d0a1a0a0000000d49484452") + bytes(100)
    target = ok(create_file_upload.sync(client_id, client=api, body=CreateFileUploadInput(size=len(content))))
    headers = {"content-type": "image/png", **target.headers.to_dict()}
    httpx.put(httpx.URL(origin).join(target.upload_url), content=content, headers=headers).raise_for_status()
    body = CompleteUploadInput(object_url=target.upload_url, client_id=client_id, file_name="photo.png")
    object_path = ok(complete_upload.sync(client=api, body=body)).object_path
    return next(item for item in ok(files.sync(client_id, client=api)) if item.object_path == object_path)


def sent_message(client_id, lead_id):
    for _ in range(150):
        for message in ok(sms_messages.sync(client_id, client=api)):
            if message.lead_id == lead_id and message.status == SmsStatus.SENT:
                return message
        time.sleep(0.2)
    raise AssertionError("No message was sent.")


client = ok(
    create_client.sync(
        client=api,
        body=CreateClientInput(
            business_name="Python",
            contact_email="owner@python.example",
            notification_phone="none",
        ),
    )
)
ok(update_client_partially.sync(client.id, client=api, body=UpdateClientInput(webhooks_enabled=True)))
campaign = ok(
    create_campaign.sync(
        client.id,
        client=api,
        body=CreateCampaignInput(
            name="Spring offer",
            form_fields=[
                FormFieldInput(id="fullName", type_=FormFieldType.TEXT, label="Full name"),
                FormFieldInput(id="phone", type_=FormFieldType.TEL, label="Phone"),
            ],
        ),
    )
)
sequence = ok(
    create_sequence.sync(
        client.id,
        client=api,
        body=CreateSequenceInput(
            name="Welcome",
            campaign_id=campaign.id,
            trigger_event=TriggerEvent.LEAD_CREATED,
            steps=[SequenceStepInput(delay_minutes=0, message="Hi {{firstName}}")],
        ),
    )
)
webhook = ok(
    create_webhook.sync(
        client.id,
        client=api,
        body=CreateWebhookInput(url="https://crm.python.example/hooks", events=[CreateWebhookInputEventsItem.SMS_REPLIED]),
    )
)
file = upload(client.id)

landing = ok(record_landing_view.sync(client.handle, campaign.slug, client=api))
assert [field.id for field in landing.form_fields] == ["fullName", "phone"]
form = SubmitLeadBody.from_dict({"fullName": "Ann Lee", "phone": "(415) 555-2671"})
submissions = [
    ok(submit_lead.sync(client.handle, campaign.slug, client=api, body=form, idempotency_key=str(client.id)))
    for _ in range(2)
]
assert submissions[0] == submissions[1]
lead_id = submissions[0].id

round_trip(get_client, (update_client, update_client_partially), UpdateClientInput, client.id)
account = SignInInput(username=os.environ["ADMIN_USERNAME"], password=os.environ["ADMIN_PASSWORD"])
ok(sign_in.sync(client=session, body=account))
ok(update_retention_policy.sync(client.id, client=session, body=UpdateRetentionPolicyInput(lead_days=365)))
round_trip(
    retention_policy,
    (update_retention_policy, update_retention_policy_partially),
    UpdateRetentionPolicyInput,
    client.id,
    caller=session,
)
round_trip(get_campaign, (update_campaign, update_campaign_partially), UpdateCampaignInput, campaign.id)
round_trip(get_sequence, (update_sequence, update_sequence_partially), UpdateSequenceInput, sequence.id)
round_trip(get_webhook, (update_webhook, update_webhook_partially), UpdateWebhookInput, webhook.id)
round_trip(get_file, (rename_file, rename_file_partially), RenameFileInput, file.id)
round_trip(get_lead, (update_lead, update_lead_partially), UpdateLeadInput, lead_id)

contacted = ok(update_lead_partially.sync(lead_id, client=api, body=UpdateLeadInput(status=LeadStatus.CONTACTED)))
stale: Response = update_lead.sync_detailed(
    lead_id, client=api, body=UpdateLeadInput(status=LeadStatus.CONVERTED), if_match='"1"'
)
assert stale.status_code == 412 and isinstance(stale.parsed, Error), stale
assert "Hi Ann" in sent_message(client.id, lead_id).body
page = leads.sync_detailed(client.id, client=api, status=LeadStatus.CONTACTED, limit=1)
assert page.parsed == [contacted] and page.headers["x-total-count"] == "1", page
assert ok(client_stats.sync(client.id, client=api)).total_leads == 1
delete_client.sync_detailed(client.id, client=session)
assert get_client.sync_detailed(client.id, client=session).status_code == 404
