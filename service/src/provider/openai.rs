//! The Chat Completions API of `OpenAI` and most local servers.

use serde_json::{Value, json};
use tagbridge_api::turn::Usage;

use super::{Call, ModelMessage, Reply, Tool};

pub(super) fn request(model: &str, system: &str, said: &[ModelMessage], tools: &[Tool]) -> Value {
    let mut messages = vec![json!({ "role": "system", "content": system })];
    for one in said {
        match one {
            ModelMessage::Us(text) => messages.push(json!({ "role": "user", "content": text })),
            ModelMessage::Model { text, calls } => {
                let mut message = json!({ "role": "assistant", "content": text });
                if !calls.is_empty() {
                    let calls = calls.iter().map(|call| {
                        let arguments = call.arguments.to_string();
                        let function = json!({ "name": call.name, "arguments": arguments });
                        json!({ "id": call.id, "type": "function", "function": function })
                    });
                    message["tool_calls"] = calls.collect();
                }
                messages.push(message);
            }
            ModelMessage::Found(results) => messages.extend(results.iter().map(
                |(id, found)| json!({ "role": "tool", "tool_call_id": id, "content": found }),
            )),
        }
    }
    let mut body = json!({ "model": model, "messages": messages, "temperature": 0 });
    if !tools.is_empty() {
        let tools = tools.iter().map(|tool| {
            let Tool { name, description, arguments } = tool;
            let function =
                json!({ "name": name, "description": description, "parameters": arguments });
            json!({ "type": "function", "function": function })
        });
        body["tools"] = tools.collect();
    }
    body
}

pub(super) fn reply(body: &Value) -> Result<Reply, &'static str> {
    let message = &body["choices"][0]["message"];
    if !message.is_object() {
        return Err("it has no message");
    }
    let calls = message["tool_calls"].as_array().into_iter().flatten().map(|call| {
        let function = &call["function"];
        let text = function["arguments"].as_str().unwrap_or_default();
        Some(Call {
            id: call["id"].as_str()?.to_owned(),
            name: function["name"].as_str()?.to_owned(),
            arguments: serde_json::from_str(text).unwrap_or_default(),
        })
    });
    let tokens = |name: &str| body["usage"][name].as_u64().unwrap_or_default();
    Ok(Reply {
        text: message["content"].as_str().unwrap_or_default().to_owned(),
        calls: calls.collect::<Option<_>>().ok_or("a call has no name")?,
        is_cut: body["choices"][0]["finish_reason"] == "length",
        usage: Usage {
            input_tokens: tokens("prompt_tokens"),
            output_tokens: tokens("completion_tokens"),
        },
    })
}
