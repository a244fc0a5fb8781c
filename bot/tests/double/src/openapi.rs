//! Discord's own description of its REST API, by which requests and the double's answers are checked.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, Registry, ValidationError, Validator};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

/// The environment variable that names the description's file.
pub const VARIABLE: &str = "DISCORD_OPENAPI";

/// The name of the description among the schemas.
const NAME: &str = "urn:discord";

/// A place where the description isn't taken at its word.
pub struct Exception {
    /// Where in the description.
    pub pointer: &'static str,
    /// The schema that holds instead.
    pub instead: fn() -> Value,
    /// Why.
    pub reason: &'static str,
}

/// Every exception.
pub const EXCEPTIONS: &[Exception] = &[
    Exception {
        pointer: "/components/schemas/MessageAttachmentRequest/properties/id",
        instead: || json!({"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$", "minimum": 0}),
        reason: "serenity sends an attachment's number as a JSON number; the real API takes both",
    },
    Exception {
        pointer: "/components/schemas/InnerErrors/properties/_errors/items",
        instead: || json!({"type": "object", "required": ["code", "message"]}),
        reason: "the reason of a fault in a form has a word for its code, which clients rely on",
    },
];

/// The description, read once.
pub(crate) struct Description {
    document: Value,
    registry: Registry<'static>,
    /// Method, path and the path's segments.
    operations: Vec<(String, String)>,
    validators: Mutex<HashMap<String, Option<Arc<Validator>>>>,
}

impl fmt::Debug for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Description").finish_non_exhaustive()
    }
}

impl Description {
    /// The description that the environment names, or a word on standard error that there is none.
    ///
    /// # Panics
    ///
    /// When the file can't be used, and in CI when none is named: tests that check nothing must not pass there.
    pub(crate) fn from_environment() -> Option<Arc<Description>> {
        static ONCE: OnceLock<Option<Arc<Description>>> = OnceLock::new();
        ONCE.get_or_init(|| {
            let Some(path) = std::env::var_os(VARIABLE) else {
                let in_ci = std::env::var("CI").is_ok_and(|value| value == "true");
                assert!(!in_ci, "{VARIABLE} must name Discord's OpenAPI description in CI");
                eprintln!("NOT CHECKED: {VARIABLE} names no OpenAPI description, so no request is validated by it");
                return None;
            };
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{VARIABLE} {path:?}: {error}"));
            let document = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{VARIABLE} {path:?}: {error}"));
            Some(Arc::new(Description::new(document)))
        })
        .clone()
    }

    fn new(mut document: Value) -> Description {
        for exception in EXCEPTIONS {
            let place = document.pointer_mut(exception.pointer);
            *place.unwrap_or_else(|| panic!("the description has no {}", exception.pointer)) = (exception.instead)();
        }
        let operations = document["paths"]
            .as_object()
            .into_iter()
            .flatten()
            .flat_map(|(path, item)| {
                let methods = item.as_object().into_iter().flatten().filter(|(key, _)| *key != "parameters");
                methods.map(|(method, _)| (method.to_uppercase(), path.clone()))
            })
            .collect();
        let registry = Registry::new()
            .draft(Draft::Draft202012)
            .add(NAME, document.clone())
            .and_then(|registry| registry.prepare())
            .unwrap_or_else(|error| panic!("the description isn't a set of schemas: {error}"));
        Description { document, registry, operations, validators: Mutex::default() }
    }

    /// What is wrong with a request, in words.
    pub(crate) fn request_faults(
        &self,
        method: &str,
        path: &str,
        query: &str,
        media: Option<&str>,
        body: &Value,
    ) -> Vec<String> {
        let Some((template, pointer)) = self.operation(method, path) else {
            return vec!["Discord has no such operation".to_owned()];
        };
        let mut faults = self.parameter_faults(&template, &pointer, path, query);
        let Some(described) = self.document.pointer(&format!("{pointer}/requestBody")) else {
            // A body that nothing asks for is ignored, and clients send empty ones.
            return faults;
        };
        let Some(media) = media else {
            if described["required"] == true {
                faults.push("it has no body".to_owned());
            }
            return faults;
        };
        if described["content"].get(media).is_none() {
            faults.push(format!("its body isn't of a kind that is taken: {media}"));
        }
        // The JSON part of a form has the same schema as a body of JSON.
        let schema = format!("{pointer}/requestBody/content/application~1json/schema");
        faults.extend(self.schema_faults(&schema, body));
        faults
    }

    /// What is wrong with an answer of the double's, in words.
    pub(crate) fn answer_faults(&self, method: &str, path: &str, status: u16, body: &Value) -> Vec<String> {
        let Some((_, pointer)) = self.operation(method, path) else { return Vec::new() };
        if status >= 400 {
            return match status {
                429 => self.schema_faults("/components/schemas/RatelimitedResponse", body),
                400..=499 => self.schema_faults("/components/schemas/ErrorResponse", body),
                _ => Vec::new(),
            };
        }
        let response = format!("{pointer}/responses/{status}");
        match self.document.pointer(&response) {
            None => vec![format!("no answer {status} is described")],
            Some(described) if described.get("content").is_none() => Vec::new(),
            Some(_) => self.schema_faults(&format!("{response}/content/application~1json/schema"), body),
        }
    }

    /// The operation's path template and its place in the description; plain segments go before parameters.
    fn operation(&self, method: &str, path: &str) -> Option<(String, String)> {
        let fits = |template: &str| {
            let mut expected = template.split('/');
            let mut given = path.split('/');
            let mut parameters = 0;
            loop {
                match (expected.next(), given.next()) {
                    (None, None) => return Some(parameters),
                    (Some(name), Some(_)) if name.starts_with('{') => parameters += 1,
                    (Some(name), Some(segment)) if name == segment => {}
                    _ => return None,
                }
            }
        };
        let (_, template) = self
            .operations
            .iter()
            .filter(|(of, _)| of == method)
            .filter_map(|(_, template)| Some((fits(template)?, template)))
            .min()?;
        let pointer = format!("/paths/{}/{}", template.replace('/', "~1"), method.to_lowercase());
        Some((template.clone(), pointer))
    }

    fn parameter_faults(&self, template: &str, pointer: &str, path: &str, query: &str) -> Vec<String> {
        let item = format!("/paths/{}", template.replace('/', "~1"));
        let mut described = Vec::new();
        for place in [format!("{item}/parameters"), format!("{pointer}/parameters")] {
            let count = self.document.pointer(&place).and_then(Value::as_array).map_or(0, Vec::len);
            described.extend((0..count).map(|number| format!("{place}/{number}")));
        }
        let find = |name: &str, kind: &str| {
            described
                .iter()
                .find(|place| {
                    self.document
                        .pointer(place)
                        .is_some_and(|parameter| parameter["name"] == name && parameter["in"] == kind)
                })
                .map(|place| format!("{place}/schema"))
        };
        let mut faults = Vec::new();
        let mut check = |name: &str, kind: &str, text: &str| {
            let Some(schema) = find(name, kind) else {
                faults.push(format!("{kind} parameter {name} isn't known"));
                return;
            };
            let as_text = self.schema_faults(&schema, &text.into());
            let as_value = serde_json::from_str::<Value>(text).ok();
            if !as_text.is_empty() && as_value.is_none_or(|value| !self.schema_faults(&schema, &value).is_empty()) {
                faults.push(format!("{kind} parameter {name}={text}: {}", as_text.join("; ")));
            }
        };
        for (name, value) in template.split('/').zip(path.split('/')) {
            if let Some(name) = name.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
                check(name, "path", value);
            }
        }
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let value = percent_encoding::percent_decode_str(value).decode_utf8_lossy();
            check(name, "query", &value);
        }
        faults
    }

    /// What is wrong with a value by the schema at this place.
    fn schema_faults(&self, pointer: &str, value: &Value) -> Vec<String> {
        let Some(validator) = self.validator(pointer) else { return vec![format!("no schema at {pointer}")] };
        validator.iter_errors(value).map(|error| explain(&error)).collect()
    }

    fn validator(&self, pointer: &str) -> Option<Arc<Validator>> {
        let mut validators = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = validators.get(pointer) {
            return known.clone();
        }
        let built = self.document.pointer(pointer).map(|_| {
            let fragment: Vec<String> = pointer
                .split('/')
                .map(|step| utf8_percent_encode(step, NON_ALPHANUMERIC).to_string().replace("%7E", "~"))
                .collect();
            let schema = json!({"$ref": format!("{NAME}#{}", fragment.join("/"))});
            let validator = jsonschema::options()
                .with_draft(Draft::Draft202012)
                .with_registry(&self.registry)
                .should_validate_formats(true)
                .should_ignore_unknown_formats(true)
                .build(&schema)
                .unwrap_or_else(|error| panic!("the schema at {pointer} can't be used: {error}"));
            Arc::new(validator)
        });
        validators.insert(pointer.to_owned(), built.clone());
        built
    }
}

/// An error where it arose: within alternatives, in the one that fits best.
fn explain(error: &ValidationError<'_>) -> String {
    if let ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } = error.kind() {
        // An alternative of another `type` was hardly meant.
        let meant = |branch: &&Vec<ValidationError<'_>>| {
            let other = branch.iter().any(|error| {
                error.instance_path().as_str().ends_with("/type")
                    && matches!(error.kind(), ValidationErrorKind::Enum { .. } | ValidationErrorKind::Constant { .. })
            });
            (other, branch.len())
        };
        if let Some(branch) = context.iter().min_by_key(meant) {
            return branch.iter().map(explain).collect::<Vec<_>>().join("; ");
        }
    }
    let place = error.instance_path().as_str();
    format!("{}: {error}", if place.is_empty() { "/" } else { place })
}
