//! REST over HTTP: records each request, lets planned failures happen, checks it, and has it carried out.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Request as HttpRequest, Response};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use crate::answer::{Answer, refusal};
use crate::faults::Failure;
use crate::requests::Request;
use crate::routes;
use crate::shared::Shared;
use crate::world::File;

/// Accepts connections for as long as the double lives, over TLS when there is an acceptor.
pub(crate) async fn serve(shared: Arc<Shared>, listener: TcpListener, tls: Option<TlsAcceptor>) {
    while let Ok((stream, _)) = listener.accept().await {
        let (shared, tls) = (Arc::clone(&shared), tls.clone());
        tokio::spawn(async move {
            let _ = stream.set_nodelay(true);
            match tls {
                None => connection(shared, stream).await,
                Some(tls) => {
                    if let Ok(stream) = tls.accept(stream).await {
                        connection(shared, stream).await;
                    }
                }
            }
        });
    }
}

async fn connection(shared: Arc<Shared>, stream: impl AsyncRead + AsyncWrite + Unpin) {
    let service = service_fn(|request| handle(Arc::clone(&shared), request));
    // A connection that the bot drops is no fault of the double.
    let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
}

/// A request, read.
pub(crate) struct Call {
    pub(crate) method: String,
    /// The path after `/api/v10`, decoded.
    pub(crate) path: String,
    pub(crate) query: String,
    pub(crate) body: Value,
    pub(crate) files: Vec<File>,
}

impl Call {
    /// What a query parameter says.
    pub(crate) fn query(&self, name: &str) -> Option<&str> {
        let pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.filter(|(key, _)| *key == name).map(|(_, value)| value).next()
    }
}

async fn handle(shared: Arc<Shared>, request: HttpRequest<Incoming>) -> Result<Response<Full<Bytes>>, std::io::Error> {
    let at = Instant::now();
    let authorised = request
        .headers()
        .get("authorization")
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.trim_start_matches("Bot ") == shared.options.token);
    let media = request
        .headers()
        .get("content-type")
        .and_then(|value| value.to_str().ok())
        .map(str::to_owned)
        .unwrap_or_default();
    let method = request.method().to_string();
    let whole_path = request.uri().path().to_owned();
    let query = request.uri().query().unwrap_or_default().to_owned();
    let body = match request.into_body().collect().await {
        Ok(body) => body.to_bytes(),
        Err(error) => return Err(std::io::Error::other(error)),
    };
    let raw_path = ["/api/v10", "/api/v9", "/api"]
        .iter()
        .find_map(|prefix| whole_path.strip_prefix(prefix))
        .unwrap_or(&whole_path);
    let path = percent_encoding::percent_decode_str(raw_path).decode_utf8_lossy().into_owned();
    if path.starts_with("/attachments/") {
        return respond(routes::download(&shared, &path));
    }
    let (body, files) = match read_body(&shared, &media, body).await {
        Ok(read) => read,
        Err(fault) => {
            shared.change(|state| state.violation(format!("{method} {path}: {fault}")));
            return respond(Answer::refused(400, 50109, "The request body contains invalid JSON."));
        }
    };
    let call = Call { method, path, query, body, files };
    let media = media.split(';').next().filter(|media| !media.is_empty() && !call.body.is_null());
    let faults = shared.description.as_ref().map_or_else(Vec::new, |description| {
        description.request_faults(&call.method, &call.path, &call.query, media, &call.body)
    });
    let (number, failure) = shared.change(|state| {
        state.requests.push(Request {
            at,
            answered: None,
            method: call.method.clone(),
            path: call.path.clone(),
            query: call.query.clone(),
            body: call.body.clone(),
            files: call.files.clone(),
            status: 0,
            answer: Value::Null,
        });
        for fault in &faults {
            state.violation(format!("{} {}: {fault}", call.method, call.path));
        }
        (state.requests.len() - 1, state.faults.take(&call.method, &call.path))
    });
    if let Some(Failure::Slow(by)) = &failure {
        tokio::time::sleep(*by).await;
    }
    let answer = shared.change(|state| {
        let mut answer = match &failure {
            Some(failure) if !failure.is_done() => Answer::cut(),
            _ if !authorised && !routes::is_open(&call) => refusal::unauthorized(),
            _ => match state.limits.count(&call.method, &call.path) {
                Err(refused) => refused,
                Ok(headers) => {
                    let mut answer = carry_out(&shared, state, &call, &faults);
                    answer.headers.extend(headers);
                    answer
                }
            },
        };
        if let Some(instead) = failure.as_ref().and_then(Failure::answer) {
            answer = instead;
        }
        let request = &mut state.requests[number];
        request.status = answer.status;
        request.answer = answer.json.clone();
        request.answered = Some(Instant::now());
        if answer.status == 0 || answer.status >= 400 {
            let (method, path, reason) = (&call.method, &call.path, &answer.json);
            let how = if failure.is_some() { " as planned" } else { "" };
            state.note(format!("({method} {path} answered {}{how}: {reason})", answer.status));
        }
        answer
    });
    respond(answer)
}

/// Carries a request out, unless its form is wrong.
fn carry_out(shared: &Arc<Shared>, state: &mut crate::shared::State, call: &Call, faults: &[String]) -> Answer {
    if !faults.is_empty() {
        let faults: Vec<(String, String)> = faults.iter().map(|fault| (String::new(), fault.clone())).collect();
        return Answer::invalid(&faults);
    }
    let answer = routes::route(shared, state, call);
    if let Some(description) = &shared.description {
        for fault in description.answer_faults(&call.method, &call.path, answer.status, &answer.json) {
            state.violation(format!("the double's own answer to {} {}: {fault}", call.method, call.path));
        }
    }
    answer
}

fn respond(answer: Answer) -> Result<Response<Full<Bytes>>, std::io::Error> {
    if answer.status == 0 {
        return Err(std::io::Error::other("cut as planned"));
    }
    let mut response = Response::builder().status(answer.status);
    for (name, value) in &answer.headers {
        response = response.header(*name, value);
    }
    response.body(Full::new(answer.bytes)).map_err(std::io::Error::other)
}

/// The JSON and the files of a body.
async fn read_body(shared: &Shared, media: &str, body: Bytes) -> Result<(Value, Vec<File>), String> {
    if let Ok(boundary) = multer::parse_boundary(media) {
        let stream = futures_util::stream::once(async move { Ok::<Bytes, Infallible>(body) });
        return read_form(shared, multer::Multipart::new(stream, boundary)).await.map_err(|error| error.to_string());
    }
    if body.is_empty() {
        return Ok((Value::Null, Vec::new()));
    }
    let json = serde_json::from_slice(&body).map_err(|error| format!("its body isn't JSON: {error}"))?;
    Ok((json, Vec::new()))
}

/// A form's JSON and files; what the JSON says of each file is joined with it.
async fn read_form(shared: &Shared, mut form: multer::Multipart<'_>) -> Result<(Value, Vec<File>), multer::Error> {
    let mut json = Value::Null;
    let mut files = Vec::new();
    while let Some(field) = form.next_field().await? {
        let name = field.name().unwrap_or_default().to_owned();
        let file_name = field.file_name().unwrap_or("unknown").to_owned();
        let content_type = field.content_type().map(ToString::to_string);
        let bytes = field.bytes().await?;
        if name == "payload_json" {
            json = serde_json::from_slice(&bytes).unwrap_or_default();
        } else {
            let number = name.trim_start_matches("files[").trim_end_matches(']').parse::<u64>().ok();
            let id = shared.look().world.ids.next();
            files.push((number, File { id, name: file_name, description: None, content_type, bytes }));
        }
    }
    let data = if json.get("data").is_some() { &json["data"] } else { &json };
    for (number, file) in &mut files {
        let about = data["attachments"].as_array().into_iter().flatten().find(|about| {
            let id = about["id"].as_u64().or_else(|| about["id"].as_str()?.parse().ok());
            id.is_some() && id == *number
        });
        if let Some(about) = about {
            file.description = about["description"].as_str().map(str::to_owned);
            if let Some(name) = about["filename"].as_str() {
                file.name = name.to_owned();
            }
        }
    }
    Ok((json, files.into_iter().map(|(_, file)| file).collect()))
}
