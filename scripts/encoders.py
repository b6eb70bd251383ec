"""Writes secrets as Python's own encoders do: one JSON list of [name, text] for each secret of a JSON list on stdin."""

import base64
import json
import sys
import urllib.parse

for line in sys.stdin:
    secret = json.loads(line)
    data = secret.encode()
    around = b"u:" + data + b":p"
    print(
        json.dumps(
            [
                ["quote", urllib.parse.quote(secret)],
                ["quote, nothing safe", urllib.parse.quote(secret, safe="")],
                ["quote_plus", urllib.parse.quote_plus(secret)],
                ["urlencode", urllib.parse.urlencode({"t": secret})],
                ["json", json.dumps(secret)],
                ["json, not ASCII", json.dumps(secret, ensure_ascii=False)],
                ["json of json", json.dumps(json.dumps(secret))],
                ["b64encode", base64.b64encode(data).decode()],
                ["urlsafe_b64encode", base64.urlsafe_b64encode(around).decode()],
                ["encodebytes", base64.encodebytes(around).decode()],
                ["encodebytes in json", json.dumps(base64.encodebytes(data).decode())],
            ]
        )
    )
