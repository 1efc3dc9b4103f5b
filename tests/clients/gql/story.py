"""Drives the GraphQL API with gql, which checks each operation against the schema that it reads from the API."""

import os
import time
from functools import partial
from pathlib import Path

from gql import Client, GraphQLRequest
from gql.transport.exceptions import TransportQueryError
from gql.transport.httpx import HTTPXTransport
from graphql import parse, print_ast
from graphql.utilities import separate_operations

text = (Path(__file__).parent.parent / "operations.graphql").read_text()
operations = {name: print_ast(document) for name, document in separate_operations(parse(text)).items()}
headers = {"Authorization": f"Bearer {os.environ['TOKEN']}"}


def connect(**options) -> Client:
    transport = HTTPXTransport(url=f"{os.environ['ORIGIN']}/graphql", timeout=30, **options)
    return Client(transport=transport, fetch_schema_from_transport=True)


def run_in(session, name: str, **variables):
    return session.execute(GraphQLRequest(operations[name], variable_values=variables))


with connect(headers=headers) as account, connect() as anonymous:
    run = partial(run_in, account)
    visit = partial(run_in, anonymous)

    client = run(
        "CreateClient",
        input={"businessName": "gql", "contactEmail": "owner@gql.example", "notificationPhone": "none"},
    )["createClient"]
    fields = [
        {"id": "fullName", "type": "text", "label": "Full name"},
        {"id": "phone", "type": "tel", "label": "Phone"},
    ]
    campaign = run("CreateCampaign", clientId=client["id"], input={"name": "Spring offer", "formFields": fields})
    page = {"client": client["handle"], "slug": campaign["createCampaign"]["slug"]}
    sequence = {
        "name": "Welcome",
        "campaignId": campaign["createCampaign"]["id"],
        "triggerEvent": "lead_created",
        "steps": [{"delayMinutes": 0, "message": "Hi {{firstName}}"}],
    }
    run("CreateSequence", clientId=client["id"], input=sequence)
    landing = visit("RecordLandingView", **page)["recordLandingView"]
    assert [field["id"] for field in landing["formFields"]] == ["fullName", "phone"]

    names = ["Ann Lee", "Bob Ray", "Cy Fox"]
    for index, name in enumerate(names):
        form = {"fullName": name, "phone": f"+1415555267{index}"}
        submissions = [visit("SubmitLead", **page, formData=form, idempotencyKey=name) for _ in range(2)]
        assert submissions[0] == submissions[1]

    found, after = [], None
    while True:
        leads = run("Leads", clientId=client["id"], first=2, after=after)["client"]["leads"]
        assert leads["totalCount"] == len(names)
        found += [edge["node"] for edge in leads["edges"]]
        if not leads["pageInfo"]["hasNextPage"]:
            break
        after = leads["pageInfo"]["endCursor"]
    assert [lead["fullName"] for lead in found] == names[::-1]

    lead = found[-1]
    for _ in range(150):
        history = run("LeadHistory", id=lead["id"])["lead"]
        if [message["status"] for message in history["messages"]["nodes"]] == ["sent"]:
            break
        time.sleep(0.2)
    assert "Hi Ann" in history["messages"]["nodes"][0]["body"], history

    version = history["version"]
    changed = run("UpdateLead", id=lead["id"], expectedVersion=version, input={"status": "converted"})["updateLead"]
    assert (changed["status"], changed["version"]) == ("converted", version + 1)
    try:
        run("UpdateLead", id=lead["id"], expectedVersion=version, input={"status": "contacted"})
        raise AssertionError("A stale update was accepted.")
    except TransportQueryError as error:
        extensions = error.errors[0]["extensions"]
        assert (extensions["code"], extensions["current"]["version"]) == ("CONFLICT", version + 1)

    stats = run("Dashboard", clientId=client["id"])["client"]["stats"]
    assert stats == {"totalLeads": len(names), "conversions": 1}, stats
    assert run("DeleteCampaign", id=campaign["createCampaign"]["id"]) == {"deleteCampaign": True}
