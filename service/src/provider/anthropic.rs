//! The Messages API of Anthropic.

use serde_json::{Value, json};
use tagbridge_api::turn::Usage;

use super::{Call, ModelMessage, Reply, Tool};

/// The version of the API, which each request contains.
pub(super) const VERSION: &str = "2023-06-01";
/// The maximum length of an answer, in tokens.
const TOKENS_MAX: u32 = 4096;

pub(super) fn request(model: &str, system: &str, said: &[ModelMessage], tools: &[Tool]) -> Value {
    let messages = said.iter().map(|one| match one {
        ModelMessage::Us(text) => json!({ "role": "user", "content": text }),
        ModelMessage::Model { text, calls } => {
            let text = (!text.is_empty()).then(|| json!({ "type": "text", "text": text }));
            let calls = calls.iter().map(|call| {
                // Arguments that were not JSON are returned as an empty object, because an object
                // is required.
                let input = if call.arguments.is_object() { &call.arguments } else { &json!({}) };
                json!({ "type": "tool_use", "id": call.id, "name": call.name, "input": input })
            });
            let content: Vec<Value> = text.into_iter().chain(calls).collect();
            json!({ "role": "assistant", "content": content })
        }
        ModelMessage::Found(results) => {
            let results = results.iter().map(
                |(id, found)| json!({ "type": "tool_result", "tool_use_id": id, "content": found }),
            );
            json!({ "role": "user", "content": results.collect::<Vec<_>>() })
        }
    });
    let messages: Vec<Value> = messages.collect();
    let mut body = json!({
        "model": model, "system": system, "messages": messages, "max_tokens": TOKENS_MAX,
        "temperature": 0,
    });
    if !tools.is_empty() {
        let tools = tools.iter().map(|tool| {
            let Tool { name, description, arguments } = tool;
            json!({ "name": name, "description": description, "input_schema": arguments })
        });
        body["tools"] = tools.collect();
    }
    body
}

pub(super) fn reply(body: &Value) -> Result<Reply, &'static str> {
    let content = body["content"].as_array().ok_or("it has no content")?;
    let mut reply = Reply { is_cut: body["stop_reason"] == "max_tokens", ..Reply::default() };
    for block in content {
        match block["type"].as_str() {
            Some("text") => reply.text += block["text"].as_str().unwrap_or_default(),
            Some("tool_use") => {
                let text = |name: &str| block[name].as_str().map(str::to_owned);
                let (id, name) = text("id").zip(text("name")).ok_or("a call has no name")?;
                reply.calls.push(Call { id, name, arguments: block["input"].clone() });
            }
            _ => {}
        }
    }
    let tokens = |name: &str| body["usage"][name].as_u64().unwrap_or_default();
    reply.usage =
        Usage { input_tokens: tokens("input_tokens"), output_tokens: tokens("output_tokens") };
    Ok(reply)
}
